// Light, system or dark: kept in this browser, applied at once, in step across tabs and switches.

const KEY = "showbible-theme";
const CHANGED = "showbible:theme";

class ThemeSwitch extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("change", this.#chosen);
    document.addEventListener(CHANGED, this.#show);
    window.addEventListener("storage", this.#elsewhere);
    this.#show();
  }

  disconnectedCallback(): void {
    document.removeEventListener(CHANGED, this.#show);
    window.removeEventListener("storage", this.#elsewhere);
  }

  #chosen = (event: Event): void => {
    const theme = (event.target as HTMLInputElement).value;
    keep(theme);
    apply(theme);
  };

  #elsewhere = (event: StorageEvent): void => {
    if (event.key === KEY) apply(event.newValue ?? "system");
  };

  #show = (): void => {
    const theme = document.documentElement.dataset["theme"] ?? "system";
    for (const radio of this.querySelectorAll("input")) radio.checked = radio.value === theme;
  };
}

function apply(theme: string): void {
  document.documentElement.dataset["theme"] = theme;
  document.dispatchEvent(new Event(CHANGED));
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing still changes the page in front of the reader.
  }
}

customElements.define("theme-switch", ThemeSwitch);
