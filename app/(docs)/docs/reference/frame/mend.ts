/** Accessible names that the component lacks. */
export interface Names {
  readonly copy: string;
  readonly editor: string;
  readonly login: string;
  readonly secret: string;
}

type Rule = (element: HTMLElement, names: Names) => void;

/** Fixes of the component's accessibility, by the selector of the faulty elements. */
const rules: Readonly<Record<string, Rule>> = {
  // Fields with the wrong role and no name.
  '[role="combobox"][contenteditable]': (field) => {
    field.setAttribute('role', 'textbox');
    field.setAttribute('aria-label', field.dataset.placeholder ?? '');
  },
  // Buttons with only an icon.
  'button[class*="copy-button"]:not([aria-label])': (button, { copy }) => {
    button.setAttribute('aria-label', copy);
  },
  // A name that differs from the visible text.
  'button.show-more[aria-label]': (button) => button.removeAttribute('aria-label'),
  // Buttons without the role of a button.
  'button[role="none"]': (button) => button.removeAttribute('role'),
  '.cm-content:not([aria-label])': (editor, { editor: name }) => {
    editor.setAttribute('aria-label', name);
  },
  // Scrolling regions must be reachable by keyboard.
  '.cm-scroller[tabindex="-1"]': (region) => {
    region.tabIndex = 0;
  },
  // A reference to an element that does not exist.
  'button[class*="copy-button"][aria-controls]': (button) => {
    const controlled = button.getAttribute('aria-controls') ?? '';
    if (document.getElementById(controlled) === null) button.removeAttribute('aria-controls');
  },
  // A placeholder that does not look like our tokens.
  'input[placeholder^="QUxM"]': (input, { login, secret }) => {
    const header = input.closest('tr')?.previousElementSibling?.textContent ?? '';
    input.setAttribute('placeholder', header.includes('login') ? login : secret);
  },
};

/** Applies the fixes now and whenever the component changes. */
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
