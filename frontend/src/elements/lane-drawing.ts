// What is seen of the lanes, and no more: clips too narrow to tell apart share one, and nothing is written that has no room.
import { under, type Clip, type Lane, type Reel } from "../reel";

const LEAST = 28;
const CHIP = 64;
const LETTER = 6.2;
const STEPS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const TICK = 58;
const lost = new Set<string>();

// The stretch of the clock that is in view, and how many pixels a second takes.
export type View = { from: number; until: number; px: number; whole: number };

export function drawLane(space: Element, lane: Lane, view: View, sound: boolean): void {
  const wanted = groups(lane.clips, view.px).filter((group) => first(group).start < view.until && end(group) > view.from);
  const known = new Map([...space.children].map((each) => [each.getAttribute("data-key"), each]));
  let before: Element | null = null;
  for (const group of wanted) {
    const key = `${lane.clips.indexOf(first(group))}-${group.length}`;
    const link: Element = known.get(key) ?? make("a", { "data-key": key, "data-clip": "", [sound ? "data-sound" : "data-lane"]: lane.id });
    known.delete(key);
    fill(link, group, lane, view, sound);
    // A node that is moved loses the focus, so one that stands right is left alone.
    const next: Element | null = before ? before.nextElementSibling : space.firstElementChild;
    if (link !== next) space.insertBefore(link, next);
    before = link;
  }
  for (const gone of known.values()) gone.remove();
}

// A new one begins only where there is room for it.
function groups(clips: Clip[], px: number): Clip[][] {
  const found: Clip[][] = [];
  for (const clip of clips) {
    const last = found.at(-1);
    if (last && (clip.start - first(last).start) * px < LEAST) last.push(clip);
    else found.push([clip]);
  }
  return found;
}

function fill(link: Element, group: Clip[], lane: Lane, view: View, sound: boolean): void {
  const one = first(group), seconds = end(group) - one.start, width = Math.max(4, seconds * view.px);
  const state = stateOf(group), label = said(group, lane);
  const stamp = [label, state, one.percent, one.src, Math.round(width), lost.has(one.still)].join("|");
  if (link.getAttribute("data-stamp") === stamp) return;
  set(link, { class: sound ? "clip sound" : "clip", href: `?t=${one.start.toFixed(2)}`, "aria-label": label, "data-state": state, "data-start": one.start, "data-seconds": seconds, "data-stamp": stamp });
  const box = make("svg", { x: `${(100 * one.start) / view.whole}%`, y: sound ? 4 : 6, width: `${(100 * seconds) / view.whole}%`, height: sound ? 36 : 52 });
  box.append(...(sound ? heard(group, width) : seen(group, state, width)));
  link.replaceChildren(box);
}

function seen(group: Clip[], state: string, width: number): Element[] {
  const one = first(group), parts = [bar("ground", {})];
  if (one.still && !lost.has(one.still)) parts.push(picture(one.still), bar("shade", { y: 26, height: 26 }));
  if (state === "making") parts.push(bar("made", { y: 49, width: `${one.percent}%`, height: 3 }));
  parts.push(bar("edge", { height: 3 }));
  const name = group.length > 1 ? `${one.n}–${group.at(-1)?.n}` : one.name, narrow = width < CHIP;
  const written = (narrow && group.length === 1 ? "" : fitting(name, width - (narrow ? 8 : 16), narrow)) || fitting(String(one.n), width - 8, true);
  if (written) parts.push(text(written, { x: narrow ? 5 : 8, y: 44 }));
  if (width >= CHIP && group.length === 1) parts.push(...chip(one, state, width));
  parts.push(bar("rim", { rx: 5 }));
  return parts;
}

function heard(group: Clip[], width: number): Element[] {
  const one = first(group), parts = [bar("", { rx: 5 })];
  if (one.wave && group.length === 1) {
    const wave = make("svg", { y: 15, width: "100%", height: 20, viewBox: "0 0 100 100", preserveAspectRatio: "none" });
    wave.append(make("path", { d: one.wave }));
    parts.push(wave);
  }
  const written = fitting(group.length > 1 ? `${group.length}` : one.name, width - 16);
  if (written) parts.push(text(written, { x: 8, y: 13 }));
  return parts;
}

function chip(clip: Clip, state: string, width: number): Element[] {
  const long = `${clip.seconds.toFixed(1)} s`;
  const words: Record<string, string> = { ready: long, plain: long, making: `${clip.percent}%`, missing: "elsewhere" };
  const written = words[state] ?? state, wide = written.length * 6.4 + 10;
  if (wide > width - 12) return [];
  const tag = text(written, { class: "tag", x: width - 11, y: 19, "text-anchor": "end" });
  return state === "ready" ? [bar("pill", { x: width - wide - 6, y: 7, width: wide, height: 16, rx: 4 }), tag] : [tag];
}

// A picture that cannot be had is left out when its clip is drawn again.
function picture(still: string): Element {
  const image = make("image", { href: still, width: "100%", height: "100%", preserveAspectRatio: "xMidYMid slice" });
  image.addEventListener("error", () => {
    lost.add(still);
    image.dispatchEvent(new Event("lost", { bubbles: true }));
  });
  return image;
}

function stateOf(group: Clip[]): string {
  const states = new Set(group.map((clip) => (lost.has(clip.still) ? "plain" : clip.state)));
  return ["failed", "making"].find((state) => states.has(state)) ?? (states.has("ready") ? "ready" : ([...states][0] ?? "ready"));
}

function said(group: Clip[], lane: Lane): string {
  const one = first(group), states = new Map<string, number>();
  if (group.length === 1) return `${lane.name}: ${one.name}, ${one.says}`;
  for (const { state } of group) states.set(state, (states.get(state) ?? 0) + 1);
  const words: Record<string, string> = { making: "in the making", queued: "waiting", missing: "kept elsewhere" };
  return `${lane.name}: ${one.n} to ${group.at(-1)?.n}, ${[...states].map(([state, count]) => `${count} ${words[state] ?? state}`).join(", ")}`;
}

export function drawRuler(space: Element, view: View): void {
  const step = STEPS.find((each) => each * view.px >= TICK) ?? 7200;
  const parts: Element[] = [];
  for (let at = Math.max(0, Math.floor(view.from / step)) * step; at < Math.min(view.until, view.whole); at += step) {
    const x = `${(100 * at) / view.whole}%`;
    parts.push(make("line", { x1: x, x2: x, y1: 0, y2: "100%" }), text(clock(at), { x, dx: 6, y: 17 }));
  }
  space.replaceChildren(...parts);
}

// Names of beats, as many as have room beside each other.
export function drawBeats(space: Element, { beats }: Reel, view: View): void {
  let free = 0;
  const parts: Element[] = [];
  for (const [at, name] of beats) {
    const half = (name.length * LETTER) / 2;
    if (at < view.from || at > view.until || at * view.px - half < free) continue;
    free = at * view.px + half + 8;
    parts.push(text(name, { x: `${(100 * at) / view.whole}%`, y: 19, "text-anchor": "middle" }));
  }
  space.replaceChildren(...parts);
}

export function markNow(root: ParentNode, time: number): void {
  for (const clip of root.querySelectorAll<SVGElement>(".clip[data-lane]")) {
    clip.toggleAttribute("data-now", under({ start: Number(clip.dataset["start"]), seconds: Number(clip.dataset["seconds"]) } as Clip, time));
  }
}

function first(group: Clip[]): Clip {
  return group[0] as Clip;
}

function end(group: Clip[]): number {
  return Math.max(...group.map((clip) => clip.start + clip.seconds));
}

// As much of some words as there is room for; of hardly any, nothing.
function fitting(words: string, width: number, all = false): string {
  const room = Math.floor(width / LETTER);
  if (words.length <= room) return words;
  return room > 3 && !all ? `${words.slice(0, room - 1).trimEnd()}…` : "";
}

function clock(at: number): string {
  const whole = Math.floor(at), minutes = `${Math.floor(whole / 60) % 60}`, seconds = String(whole % 60).padStart(2, "0");
  const shown = whole >= 3600 ? `${Math.floor(whole / 3600)}:${minutes.padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
  return at === whole ? shown : `${shown}.5`;
}

type Facts = Record<string, string | number>;

function make(tag: string, facts: Facts): Element {
  return set(document.createElementNS("http://www.w3.org/2000/svg", tag), facts);
}

function set(element: Element, facts: Facts): Element {
  for (const [name, value] of Object.entries(facts)) element.setAttribute(name, String(value));
  return element;
}

function bar(name: string, facts: Facts): Element {
  return make("rect", { class: name, width: "100%", height: "100%", ...facts });
}

function text(words: string, facts: Facts): Element {
  const made = make("text", facts);
  made.textContent = words;
  return made;
}
