/** Names for what the component leaves without one, in the reader's language. */
export interface Names {
  readonly copy: string;
  readonly editor: string;
  readonly login: string;
  readonly secret: string;
}

type Rule = (element: HTMLElement, names: Names) => void;

/** What the component gets wrong for who does not see it, by selector of what still is wrong. */
const rules: Readonly<Record<string, Rule>> = {
  // Fields that call themselves lists to choose from, and have no name.
  '[role="combobox"][contenteditable]': (field) => {
    field.setAttribute('role', 'textbox');
    field.setAttribute('aria-label', field.dataset.placeholder ?? '');
  },
  // Buttons that show nothing but an icon.
  'button[class*="copy-button"]:not([aria-label])': (button, { copy }) => {
    button.setAttribute('aria-label', copy);
  },
  // A name that is not what the button says.
  'button.show-more[aria-label]': (button) => button.removeAttribute('aria-label'),
  // Buttons that say they are none.
  'button[role="none"]': (button) => button.removeAttribute('role'),
  '.cm-content:not([aria-label])': (editor, { editor: name }) => {
    editor.setAttribute('aria-label', name);
  },
  // What scrolls must be reachable by keyboard.
  '.cm-scroller[tabindex="-1"]': (region) => {
    region.tabIndex = 0;
  },
  // A button that says it moves what is not there.
  'button[class*="copy-button"][aria-controls]': (button) => {
    const controlled = button.getAttribute('aria-controls') ?? '';
    if (document.getElementById(controlled) === null) button.removeAttribute('aria-controls');
  },
  // An invented secret, shown as if it were the form of ours, even for a name.
  'input[placeholder^="QUxM"]': (input, { login, secret }) => {
    const header = input.closest('tr')?.previousElementSibling?.textContent ?? '';
    input.setAttribute('placeholder', header.includes('login') ? login : secret);
  },
};

/** Mends the component now and after each of its changes, for it draws itself anew all the time. */
export function mend(names: Names): () => void {
  const run = () => {
    for (const [selector, rule] of Object.entries(rules)) {
      for (const element of document.querySelectorAll<HTMLElement>(`.scalar-app ${selector}`)) {
        rule(element, names);
      }
    }
  };
  const observer = new MutationObserver(run);
  const attributeFilter = ['role', 'aria-label', 'placeholder', 'contenteditable', 'tabindex'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  run();
  return () => observer.disconnect();
}
