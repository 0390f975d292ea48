// Copies the text of the element named by `from`, and says so on the button.
import { toast } from "./toast-stack";

const SAID_MS = 1600;

class CopyButton extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("click", this.#copy);
  }

  #copy = async (): Promise<void> => {
    const source = document.getElementById(this.getAttribute("from") ?? "");
    if (!source) return;
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      this.#say("Copied");
    } catch {
      // Browsers give the clipboard only to secure pages; a selection works everywhere.
      getSelection()?.selectAllChildren(source);
      toast("Your browser does not let this page copy. The text is selected: press Ctrl C.");
    }
  };

  #say(word: string): void {
    const label = this.querySelector("[data-label]");
    if (!label || this.hasAttribute("copied")) return;
    const before = label.textContent;
    label.textContent = word;
    this.setAttribute("copied", "");
    window.setTimeout(() => {
      label.textContent = before;
      this.removeAttribute("copied");
    }, SAID_MS);
  }
}

customElements.define("copy-button", CopyButton);
