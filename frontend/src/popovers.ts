// Boxes that open over the page: Escape or a click elsewhere closes them and gives the focus back to what opened
// them, and none reaches beyond the screen. Without scripts each is a fold like any other.

const BOXES = ":is(.ask, .tabs details)";
const OPEN = `${BOXES}[open]`;
const EDGE = 8;

function shown(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(OPEN)];
}

// Whoever has gone on to another control keeps it; the ground of a page is no place to stay.
function shut(fold: HTMLDetailsElement): void {
  const inside = fold.contains(document.activeElement);
  fold.open = false;
  if (inside || (document.activeElement as HTMLElement).tabIndex < 0) fold.querySelector("summary")?.focus({ preventScroll: true });
}

function fit(fold: Element): void {
  const box = fold.lastElementChild as HTMLElement;
  box.style.translate = "";
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const foot = document.querySelector(".tabs")?.getBoundingClientRect().height ?? 0;
  const aside = inward(left, right, document.documentElement.clientWidth);
  const up = inward(top, bottom, innerHeight - foot);
  if (getComputedStyle(box).position === "absolute" && (aside || up)) box.style.translate = `${aside}px ${up}px`;
}

function inward(start: number, end: number, room: number): number {
  return Math.max(EDGE - start, Math.min(0, room - EDGE - end));
}

function fitAll(): void {
  shown().forEach(fit);
}

// Heard before anybody else: Escape closes what is on top and nothing under it.
function pressed(event: KeyboardEvent): void {
  const top = shown().at(-1);
  if (event.key !== "Escape" || event.isComposing || !top || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  shut(top);
}

// Opened here and not by the browser, which tells of it only later: a box is never seen beyond the screen.
function clicked(event: MouseEvent): void {
  const target = event.target as Element;
  for (const fold of shown()) if (!fold.contains(target)) shut(fold);
  const fold = target.closest("summary")?.parentElement;
  if (!fold?.matches(BOXES)) return;
  event.preventDefault();
  fold.toggleAttribute("open");
  if (fold.matches(OPEN)) fit(fold);
}

function toggled(event: Event): void {
  if ((event.target as Element).matches(OPEN)) fit(event.target as Element);
}

document.addEventListener("keydown", pressed, { capture: true });
document.addEventListener("click", clicked, { capture: true });
document.addEventListener("toggle", toggled, { capture: true });
document.addEventListener("htmx:after:swap", fitAll);
window.addEventListener("resize", fitAll);
