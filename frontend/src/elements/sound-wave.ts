// A sound's loudness above its player: a click plays from there, and a line shows where it stands.

class SoundWave extends HTMLElement {
  connectedCallback(): void {
    const audio = this.querySelector("audio"), wave = this.querySelector("svg");
    if (!audio || !wave) return;
    audio.addEventListener("timeupdate", () => wave.querySelector("rect")?.setAttribute("x", String((100 * audio.currentTime) / (audio.duration || 1))));
    wave.addEventListener("click", (event) => {
      const { left, width } = wave.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      void audio.play().then(() => (audio.currentTime = share * audio.duration), () => undefined);
    });
  }
}

customElements.define("sound-wave", SoundWave);
