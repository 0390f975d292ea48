// One pilot's screen: two films take turns, so that the next scene is ready when the present one ends.

export type Clip = { start: number; seconds: number; src: string; still: string; kind: string; fps: number };

export class Screen {
  clips: Clip[] = [];
  #films: [HTMLVideoElement, HTMLVideoElement];
  #front = 0;
  #shown: Clip | null = null;

  constructor(readonly figure: HTMLElement) {
    const first = figure.querySelector("video") as HTMLVideoElement;
    first.controls = false;
    const second = first.cloneNode() as HTMLVideoElement;
    second.dataset["idle"] = "";
    second.removeAttribute("src");
    second.setAttribute("aria-hidden", "true");
    first.after(second);
    this.#films = [first, second];
  }

  get film(): HTMLVideoElement {
    return this.#films[this.#front] as HTMLVideoElement;
  }

  get lane(): string {
    return this.figure.dataset["lane"] ?? "";
  }

  clipAt(time: number): Clip | null {
    return this.clips.find((clip) => time >= clip.start && time < clip.start + clip.seconds) ?? null;
  }

  // Where this screen's film says the clock stands, unless it has none that runs.
  clock(): number | null {
    if (!this.#shown || this.#shown.kind !== "video" || this.film.readyState < 2 || this.film.ended) return null;
    return this.#shown.start + this.film.currentTime;
  }

  show(time: number, playing: boolean): void {
    const slot = this.clips.findLast((clip) => clip.start <= time) ?? this.clips[0] ?? null;
    if (slot?.src !== this.#shown?.src) this.#change(slot, time);
    if (playing && slot && this.clipAt(time)) void this.film.play().catch(() => undefined);
    else this.film.pause();
  }

  seek(time: number): void {
    this.show(time, false);
    if (this.#shown?.kind === "video") this.film.currentTime = Math.max(0, Math.min(time - this.#shown.start, this.#shown.seconds - 0.01));
  }

  // Small differences are caught up by speed, large ones by a jump.
  follow(time: number, speed: number): void {
    const mine = this.clock();
    if (mine === null || !this.clipAt(time)) return;
    const drift = mine - time;
    if (Math.abs(drift) > 0.15) this.film.currentTime = time - (this.#shown?.start ?? 0);
    const rate = Math.abs(drift) > 0.015 ? speed * (drift > 0 ? 0.96 : 1.04) : speed;
    if (this.film.playbackRate !== rate) this.film.playbackRate = rate;
  }

  set speed(value: number) {
    for (const film of this.#films) film.playbackRate = value;
  }

  set muted(value: boolean) {
    for (const film of this.#films) film.muted = value;
  }

  // The address of a film is set only when it is another one: setting it again would start it over.
  #change(clip: Clip | null, time: number): void {
    const waiting = this.#films[1 - this.#front] as HTMLVideoElement;
    const ready = clip && waiting.getAttribute("src") === clip.src;
    this.film.pause();
    if (ready) this.#front = 1 - this.#front;
    else load(this.film, clip);
    this.#films.forEach((film, n) => film.toggleAttribute("data-idle", n !== this.#front));
    this.#shown = clip;
    if (clip?.kind === "video" && time - clip.start > 0.05) this.film.currentTime = time - clip.start;
    const next = clip && this.clips[this.clips.indexOf(clip) + 1];
    if (next) load(this.#films[1 - this.#front] as HTMLVideoElement, next);
  }
}

function load(film: HTMLVideoElement, clip: Clip | null): void {
  film.poster = clip?.still ?? "";
  if (!clip || clip.kind !== "video") film.removeAttribute("src");
  else if (film.getAttribute("src") !== clip.src) {
    film.preload = "auto";
    film.src = clip.src;
  }
}
