// Several films on one clock: the audible one leads, the others follow, and the lanes show the same moment.
import { tell, told } from "../address";
import { reel, under, type Clip } from "../reel";
import { markNow } from "./lane-drawing";
import { Screen } from "./screen";

const SPEEDS = [1, 1.5, 2, 0.5];
const USUAL_FPS = 24;
const HALF = 50;

export class SyncPlayer extends HTMLElement {
  #screens: Screen[] = [];
  #sounds: { clip: Clip; audio: HTMLAudioElement }[] = [];
  #time = 0;
  #total = 0;
  #playing = false;
  #audible = 0;
  #muted = false;
  #speed = 1;
  #loop = false;
  #from = 0;
  #until = Infinity;
  #last = 0;
  #held: number | null = null;
  #wiper = document.createElement("input");

  connectedCallback(): void {
    this.addEventListener("click", this.#clicked);
    this.#scrub?.addEventListener("input", () => this.seek(Number(this.#scrub?.value)));
    this.#scrub?.addEventListener("pointermove", this.#peep);
    this.#scrub?.addEventListener("pointerleave", () => this.#peeped?.setAttribute("hidden", ""));
    this.#code?.addEventListener("keydown", this.#typed);
    this.#code?.addEventListener("change", () => this.#goTo(this.#code?.value ?? ""));
    document.addEventListener("htmx:after:swap", this.#read);
    document.addEventListener("keydown", this.#pressed);
    document.addEventListener("keyup", this.#released);
    document.addEventListener("click", this.#elsewhere);
    this.#addWiper();
    this.#read();
    const [from, until] = (told("loop") ?? "").split("-").map(Number);
    if (from !== undefined && until !== undefined && until > from) this.#range(from, until);
    this.#audible = Math.max(0, Number(told("audio")) || 0);
    this.#screens[Number(told("front"))]?.figure.setAttribute("data-front", "");
    this.#show(told("mode") ?? "side");
    this.#pace(SPEEDS.find((speed) => speed === Number(told("speed"))) ?? 1);
    this.#wipe(Number(told("wipe") ?? HALF));
    this.seek(Number(told("t") ?? 0) || 0);
  }

  disconnectedCallback(): void {
    document.removeEventListener("htmx:after:swap", this.#read);
    document.removeEventListener("keydown", this.#pressed);
    document.removeEventListener("keyup", this.#released);
    document.removeEventListener("click", this.#elsewhere);
  }

  get #code(): HTMLInputElement | null {
    return this.querySelector("[data-time]");
  }

  get #peeped(): HTMLElement | null {
    return this.querySelector(".peep");
  }

  get #scrub(): HTMLInputElement | null {
    return this.querySelector(".scrub");
  }

  get time(): number {
    return this.#time;
  }

  // By the frames of the film that leads, counted from where its clip begins.
  step(frames: number): void {
    this.#stop();
    const { start, fps } = this.#under(this.#time) ?? { start: 0, fps: USUAL_FPS };
    this.seek(start + Math.round((this.#time - start) * fps + frames) / fps);
  }

  #under(time: number): Clip | undefined {
    return this.#screens[this.#audible]?.clipAt(time) ?? this.#screens.map((screen) => screen.clipAt(time)).find((clip) => clip !== null) ?? undefined;
  }

  seek(time: number): void {
    this.#time = Math.max(0, Math.min(time, this.#total));
    for (const screen of this.#screens) screen.seek(this.#time);
    this.#hear(true);
    this.#draw();
    if (!this.#playing) tell("t", this.#time ? this.#time.toFixed(2) : null);
    else this.#start();
  }

  // What the server tells of the scenes is kept up to date beside the lanes; screens read their films from there.
  #read = (): void => {
    const figures = [...this.querySelectorAll<HTMLElement>(".screen")];
    this.#screens = figures.map((figure) => this.#screens.find((known) => known.figure === figure) ?? new Screen(figure));
    const known = new Map(this.#sounds.map((sound) => [sound.clip.src, sound.audio]));
    const heard = reel().sounds.flatMap((lane) => lane.clips).filter((clip) => clip.src);
    this.#sounds = heard.map((clip) => ({ clip, audio: known.get(clip.src) ?? quiet(clip.src) }));
    this.#offerVoices();
    this.#total = reel().seconds;
    if (this.#scrub) this.#scrub.max = String(this.#total);
    if (!this.#playing) for (const screen of this.#screens) screen.show(this.#time, false);
    this.#voices();
    this.#draw();
  };

  #clicked = (event: Event): void => {
    const button = (event.target as Element).closest<HTMLElement>("button");
    if (!button) return;
    const { act, mode, audio } = button.dataset;
    if (mode) this.#show(mode);
    if (audio) this.#listen(Number(audio));
    if (act) this.#acts[act]?.();
  };

  // A clip in the lanes is a link to its moment; with a script it is a jump.
  #elsewhere = (event: Event): void => {
    const clip = (event.target as Element).closest<SVGElement>("[data-clip]");
    if (!clip) return;
    event.preventDefault();
    this.seek(Number(clip.dataset["start"]));
  };

  #acts: Record<string, () => void> = {
    play: () => (this.#playing ? this.#stop() : this.#start()),
    back: () => this.step(-1),
    forward: () => this.step(1),
    speed: () => this.#pace(SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length] ?? 1),
    loop: () => (this.#loop ? this.#range(0, Infinity, false) : this.#press("loop", (this.#loop = true))),
    in: () => this.#range(this.#time, this.#until > this.#time ? this.#until : Infinity),
    out: () => this.#range(this.#from < this.#time ? this.#from : 0, this.#time),
    full: () => void (document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen()),
    mute: () => ((this.#muted = !this.#muted), this.#voices()),
    sooner: () => this.seek(this.#time - 1),
    later: () => this.seek(this.#time + 1),
  };

  #pressed = (event: KeyboardEvent): void => {
    const inside = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || inside.matches("input:not([type=range]), textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "Tab") return this.#flip(event);
    const letters: Record<string, string> = { k: "play", j: "sooner", l: "later", ",": "back", ".": "forward", m: "mute", f: "full", i: "in", o: "out" };
    const act = event.key === " " && !inside.closest("button, a, summary") ? "play" : lettersWork() ? letters[event.key] : undefined;
    const number = Number(event.key);
    if (act) event.preventDefault();
    if (act) this.#acts[act]?.();
    else if (lettersWork() && number >= 1 && number <= this.#screens.length) this.#front(number - 1);
  };

  // A tap of Tab moves the focus as everywhere; held down, it shows the next pilot until it is let go.
  #flip(event: KeyboardEvent): void {
    if (!event.repeat || this.dataset["show"] !== "one" || this.#screens.length < 2) return;
    event.preventDefault();
    if (this.#held !== null) return;
    this.#held = this.#screens.findIndex((screen) => screen.figure.hasAttribute("data-front"));
    this.#front((this.#held + 1) % this.#screens.length);
  }

  #released = (event: KeyboardEvent): void => {
    if (event.key !== "Tab" || this.#held === null) return;
    this.#front(this.#held);
    this.#held = null;
  };

  #typed = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.#code) this.#code.value = timecode(this.#time);
    if (event.key === "Escape" || event.key === "Enter") this.#code?.blur();
  };

  // A moment as people write it: 65, 1:05, or as far from here as +20 and -5 say.
  #goTo(words: string): void {
    const [, sign, minutes, seconds] = /^\s*([+-]?)(?:(\d+):)?(\d+(?:\.\d*)?)\s*$/.exec(words) ?? [];
    if (seconds === undefined) return this.#draw();
    const moment = Number(minutes ?? 0) * 60 + Number(seconds);
    this.seek(sign ? this.#time + (sign === "-" ? -moment : moment) : moment);
  }

  // What lies under the pointer: a frame of the second it points at.
  #peep = (event: PointerEvent): void => {
    const scrub = this.#scrub, peep = this.#peeped;
    if (!scrub || !peep || !this.#total) return;
    const { left, width } = scrub.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    const time = share * this.#total;
    const clip = this.#under(time);
    const image = peep.querySelector("img");
    const src = clip?.still ? `${clip.still}?at=${Math.floor(time - clip.start)}` : "";
    if (image && image.getAttribute("src") !== src) image.src = src;
    peep.style.setProperty("--at", String(share));
    peep.hidden = !src;
    write(peep, "span", timecode(time));
  };

  #range(from: number, until: number, loop = true): void {
    [this.#from, this.#until] = [from, until];
    this.#press("loop", (this.#loop = loop));
    const whole = loop && (from > 0 || until < Infinity), end = Math.min(until, this.#total);
    tell("loop", whole ? `${from.toFixed(2)}-${end.toFixed(2)}` : null);
    document.documentElement.style.setProperty("--in", String(whole ? from / this.#total : 0));
    document.documentElement.style.setProperty("--out", String(whole ? end / this.#total : 0));
  }

  #start(): void {
    if (this.#time >= this.#total - 0.02) this.seek(0);
    this.#playing = true;
    this.#last = performance.now();
    for (const screen of this.#screens) screen.show(this.#time, true);
    this.#press("play", true);
    this.#hear(true);
    requestAnimationFrame(this.#tick);
  }

  #stop(): void {
    this.#playing = false;
    for (const screen of this.#screens) screen.film.pause();
    for (const { audio } of this.#sounds) audio.pause();
    this.#press("play", false);
    tell("t", this.#time ? this.#time.toFixed(2) : null);
  }

  #tick = (now: number): void => {
    if (!this.#playing) return;
    const lead = this.#screens[this.#audible] ?? this.#screens[0];
    const free = this.#time + ((now - this.#last) / 1000) * this.#speed;
    this.#last = now;
    const led = lead?.clock() ?? null;
    // A film that has just been exchanged still tells the time of the one before.
    this.#time = led !== null && Math.abs(led - free) < 0.5 ? led : free;
    if (this.#time >= (this.#loop ? Math.min(this.#until, this.#total) : this.#total)) return this.#end();
    for (const screen of this.#screens) {
      screen.show(this.#time, true);
      if (screen !== lead) screen.follow(this.#time, this.#speed);
    }
    this.#hear(false);
    this.#draw();
    requestAnimationFrame(this.#tick);
  };

  #end(): void {
    this.#stop();
    this.seek(this.#loop ? this.#from : 0);
    if (this.#loop) this.#start();
  }

  #hear(jumped: boolean): void {
    for (const { clip, audio } of this.#sounds) {
      const inside = this.#playing && under(clip, this.#time);
      if (!inside) audio.pause();
      else if (audio.paused || jumped) {
        audio.currentTime = this.#time - clip.start;
        void audio.play().catch(() => undefined);
      }
    }
  }

  #draw(): void {
    const share = this.#total ? this.#time / this.#total : 0;
    document.documentElement.style.setProperty("--pos", String(share));
    if (this.#scrub) {
      this.#scrub.value = String(this.#time);
      this.#scrub.setAttribute("aria-valuetext", timecode(this.#time));
    }
    if (this.#code && document.activeElement !== this.#code) this.#code.value = timecode(this.#time);
    write(this, "[data-total]", timecode(this.#total));
    markNow(document, this.#time);
  }

  #show(mode: string): void {
    this.dataset["show"] = mode;
    for (const button of this.querySelectorAll<HTMLElement>("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset["mode"] === mode));
    if (!this.querySelector(".screen[data-front]")) this.#screens[0]?.figure.setAttribute("data-front", "");
    tell("mode", mode === "side" ? null : mode);
  }

  #front(position: number): void {
    this.#screens.forEach((screen, n) => screen.figure.toggleAttribute("data-front", n === position));
    tell("front", position ? String(position) : null);
    this.#show("one");
  }

  #listen(position: number): void {
    this.#audible = position;
    this.#muted = false;
    this.#voices();
    tell("audio", position ? String(position) : null);
  }

  #offerVoices(): void {
    const place = this.querySelector("[data-voices]");
    if (!place || place.children.length === this.#screens.length) return;
    place.replaceChildren(
      ...this.#screens.map((screen, n) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset["audio"] = String(n);
        button.textContent = screen.figure.querySelector(".badge")?.textContent ?? String(n + 1);
        return button;
      }),
    );
  }

  #voices(): void {
    this.#screens.forEach((screen, n) => (screen.muted = this.#muted || n !== this.#audible));
    for (const { audio } of this.#sounds) audio.muted = this.#muted;
    for (const button of this.querySelectorAll<HTMLElement>("[data-audio]")) button.setAttribute("aria-pressed", String(!this.#muted && Number(button.dataset["audio"]) === this.#audible));
  }

  #pace(speed: number): void {
    this.#speed = speed;
    for (const screen of this.#screens) screen.speed = speed;
    for (const { audio } of this.#sounds) audio.playbackRate = speed;
    write(this, "[data-speed]", `${speed}×`);
    tell("speed", speed === 1 ? null : String(speed));
  }

  #press(act: string, pressed: boolean): void {
    const button = this.querySelector(`[data-act="${act}"]`);
    button?.setAttribute("aria-pressed", String(pressed));
    if (act === "play") button?.setAttribute("aria-label", pressed ? "Pause" : "Play");
  }

  #addWiper(): void {
    Object.assign(this.#wiper, { type: "range", min: "0", max: "100", className: "wiper", ariaLabel: "Where one picture ends and the other begins" });
    this.#wiper.addEventListener("input", () => this.#wipe(Number(this.#wiper.value)));
    this.querySelector(".transport")?.before(this.#wiper);
  }

  #wipe(percent: number): void {
    this.#wiper.value = String(percent);
    this.querySelector<HTMLElement>(".screens")?.style.setProperty("--wipe", `${this.#wiper.value}%`);
    tell("wipe", Number(this.#wiper.value) === HALF ? null : this.#wiper.value);
  }
}

function quiet(src: string): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = "none";
  audio.src = src;
  return audio;
}

function timecode(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}.${String(Math.floor((seconds - whole) * 100)).padStart(2, "0")}`;
}

export function write(root: Element, selector: string, text: string): void {
  const place = root.querySelector(selector);
  if (place && place.textContent !== text) place.textContent = text;
}

export function lettersWork(): boolean {
  try {
    return localStorage.getItem("showbible-letters") !== "off";
  } catch {
    return true;
  }
}

customElements.define("sync-player", SyncPlayer);
