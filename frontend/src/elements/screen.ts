// One pilot's screen: two films take turns, so that the next scene is ready when the present one ends.
// It shows the scene that the clock is at, or says that there is no take of it; never another scene.
import { reel, under, type Clip } from "../reel";

const SAME = 0.001;
const FAR = 0.15;

export class Screen {
  #films: [HTMLVideoElement, HTMLVideoElement];
  #front = 0;
  #shown: Clip | null = null;
  #time = 0;
  #lost = new Set<string>();
  #ahead = 0;
  #jumped = false;

  constructor(readonly figure: HTMLElement) {
    const first = figure.querySelector("video") as HTMLVideoElement;
    first.controls = false;
    const second = first.cloneNode() as HTMLVideoElement;
    second.dataset["idle"] = "";
    second.removeAttribute("src");
    second.setAttribute("aria-hidden", "true");
    first.after(second);
    this.#films = [first, second];
    for (const film of this.#films) film.addEventListener("error", () => this.#lose(film.getAttribute("src")));
  }

  get film(): HTMLVideoElement {
    return this.#films[this.#front] as HTMLVideoElement;
  }

  get #clips(): Clip[] {
    return reel().lanes.find((lane) => lane.id === this.figure.dataset["lane"])?.clips ?? [];
  }

  clipAt(time: number): Clip | null {
    return this.#clips.find((clip) => this.#has(clip) && under(clip, time)) ?? null;
  }

  // Where this screen's film says the clock stands, unless it has none that runs.
  clock(): number | null {
    if (!this.#shown || this.#shown.kind !== "video" || this.film.readyState < 2 || this.film.ended) return null;
    return this.#shown.start + this.film.currentTime;
  }

  show(time: number, playing: boolean): void {
    this.#time = time;
    const clip = this.clipAt(time), held = clip ?? this.#over(time);
    if (held?.src !== this.#shown?.src) this.#change(held, time);
    this.#say(clip ? "" : held ? `This take of scene ${held.n} is over` : this.#lack(time), !held);
    if (playing && clip) void this.film.play().catch(() => undefined);
    else this.film.pause();
  }

  seek(time: number): void {
    this.show(time, false);
    if (this.#shown?.kind === "video") this.film.currentTime = Math.max(0, Math.min(time - this.#shown.start, this.#shown.seconds - 0.01));
  }

  // Small differences are caught up by speed, large ones by a jump. A jump takes its time, and more on a busy machine:
  // one that landed too late is made again, by so much farther.
  follow(time: number, speed: number): void {
    const mine = this.clock();
    if (mine === null || !this.clipAt(time)) return;
    const drift = mine - time;
    const far = Math.abs(drift) > FAR;
    if (far && this.#jumped) this.#ahead = Math.max(0, Math.min(1, this.#ahead - drift));
    if (far) this.film.currentTime = time + this.#ahead - (this.#shown?.start ?? 0);
    this.#jumped = far;
    const rate = Math.abs(drift) > 0.015 ? speed * (drift > 0 ? 0.96 : 1.04) : speed;
    if (this.film.playbackRate !== rate) this.film.playbackRate = rate;
  }

  set speed(value: number) {
    for (const film of this.#films) film.playbackRate = value;
  }

  set muted(value: boolean) {
    for (const film of this.#films) film.muted = value;
  }

  #has(clip: Clip): boolean {
    return !!clip.src && !this.#lost.has(clip.src);
  }

  // The last clip that began within the scene the clock is at, playable or not.
  #here(time: number): Clip | undefined {
    const from = reel().slots.findLast((slot) => slot.start <= time + SAME)?.start ?? 0;
    return this.#clips.findLast((clip) => clip.start <= time + SAME && clip.start >= from - SAME);
  }

  #over(time: number): Clip | null {
    const here = this.#here(time);
    return here && this.#has(here) ? here : null;
  }

  #lack(time: number): string {
    const clip = this.#here(time), scene = `scene ${clip?.n ?? (reel().slots.findLastIndex((slot) => slot.start <= time + SAME) + 1 || 1)}`;
    if (clip?.src) return `The file of ${scene} is missing`;
    const words: Record<string, string> = { making: `Generating ${scene}, ${clip?.percent}%`, queued: `No take of ${scene} yet`, failed: `The take of ${scene} failed`, missing: `The take of ${scene} is kept elsewhere` };
    return words[clip?.state ?? ""] ?? `No take of ${scene}`;
  }

  #say(words: string, nothing: boolean): void {
    const box = this.film.parentElement, note = box?.querySelector<HTMLElement>(".glass");
    box?.toggleAttribute("data-none", nothing);
    if (!note) return;
    if (note.textContent !== words) note.textContent = words;
    note.hidden = !words;
  }

  #lose(src: string | null): void {
    if (!src) return;
    this.#lost.add(src);
    this.show(this.#time, false);
  }

  // The address of a film is set only when it is another one: setting it again would start it over.
  #change(clip: Clip | null, time: number): void {
    const waiting = this.#films[1 - this.#front] as HTMLVideoElement;
    const ready = clip && waiting.getAttribute("src") === clip.src;
    this.film.pause();
    if (ready) this.#front = 1 - this.#front;
    else this.#load(this.film, clip);
    this.#films.forEach((film, n) => film.toggleAttribute("data-idle", n !== this.#front));
    this.#shown = clip;
    if (clip?.kind === "video" && time - clip.start > 0.05) this.film.currentTime = time - clip.start;
    const playable = this.#clips.filter((each) => this.#has(each));
    const next = clip && playable[playable.indexOf(clip) + 1];
    if (next) this.#load(this.#films[1 - this.#front] as HTMLVideoElement, next);
  }

  #load(film: HTMLVideoElement, clip: Clip | null): void {
    film.poster = clip?.still ?? "";
    if (!clip || clip.kind !== "video") film.removeAttribute("src");
    else {
      film.preload = "auto";
      if (film.getAttribute("src") !== clip.src) film.src = clip.src;
    }
    if (clip?.kind === "image") Object.assign(new Image(), { onerror: () => this.#lose(clip.src), src: clip.still });
  }
}
