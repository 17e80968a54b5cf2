import type { ContextMenuItem } from '../bridge-parts.ts';

/**
 * Draws a menu at the pointer, for pages whose browser has no menus for them. Keys work as in every menu; Escape, Tab
 * and a press beside it choose nothing. Focus goes back to where it was.
 */
export function showBrowserMenu(
  items: readonly ContextMenuItem[],
  at: { x: number; y: number },
): Promise<string | null> {
  const before = document.activeElement;
  const menu = document.createElement('div');
  menu.role = 'menu';
  menu.className = 'fixed z-float min-w-[200px] rounded-l bg-overlay p-1 shadow-e3 outline-none';
  menu.append(...items.map(lineOf));
  document.body.append(menu);
  menu.style.left = `${Math.max(0, Math.min(at.x, innerWidth - menu.offsetWidth))}px`;
  menu.style.top = `${Math.max(0, Math.min(at.y, innerHeight - menu.offsetHeight))}px`;

  const lines = [...menu.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not(:disabled)')];
  const step = (by: number) => {
    const place = lines.indexOf(document.activeElement as HTMLButtonElement);
    lines[(Math.max(place, by < 0 ? 0 : -1) + by + lines.length) % lines.length]?.focus();
  };
  function move(key: string): boolean {
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'Home') lines[0]?.focus();
    else if (key === 'End') lines.at(-1)?.focus();
    else return false;
    return true;
  }

  return new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    const close = (chosen: string | null) => {
      over.abort();
      menu.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(chosen);
    };
    menu.addEventListener('click', ({ target }) => {
      const line = target instanceof Element ? target.closest<HTMLElement>('[role="menuitem"]') : null;
      if (line?.dataset['id'] !== undefined) close(line.dataset['id']);
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' || event.key === 'Tab') close(null);
      else if (!move(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    const beside = ({ target }: Event) => {
      if (!(target instanceof Node && menu.contains(target))) close(null);
    };
    addEventListener('pointerdown', beside, { capture: true, signal });
    addEventListener('blur', () => close(null), { signal });
    addEventListener('resize', () => close(null), { signal });
    lines[0]?.focus();
  });
}

function lineOf({ id, label, disabled = false }: ContextMenuItem): HTMLElement {
  if (id === null) {
    const line = document.createElement('div');
    line.role = 'separator';
    line.className = 'my-1 h-px bg-line';
    return line;
  }
  const line = document.createElement('button');
  line.role = 'menuitem';
  line.type = 'button';
  line.tabIndex = -1;
  line.disabled = disabled;
  line.dataset['id'] = id;
  line.textContent = label;
  line.className =
    'block w-full rounded-m px-3 py-1.5 text-left text-ink hover:bg-hover focus:bg-hover outline-none disabled:text-ink-3';
  return line;
}
