import { z } from 'zod';

const prefix = 'sidetone.view ';

/**
 * The view of a page in this tab, such as its filter and place, so that it is there again when the user comes back to
 * the page or reloads it. `shape` is the schema of the view; one of another version counts as none.
 */
export function keptViews<View>(shape: z.ZodType<View>, storage: () => Storage = () => sessionStorage) {
  const written = z.object({ person: z.string(), view: shape });
  return {
    /** The view of the page with this name as `person` left it; null where there is none. */
    read(name: string, person: string | null): View | null {
      try {
        const text = storage().getItem(prefix + name);
        const found = text === null ? undefined : written.safeParse(JSON.parse(text)).data;
        return found !== undefined && found.person === person ? found.view : null;
      } catch {
        return null;
      }
    },
    write(name: string, person: string | null, view: View): void {
      if (person === null) return;
      try {
        storage().setItem(prefix + name, JSON.stringify({ person, view }));
      } catch {
        // The browser stores nothing: the page begins at its top again.
      }
    },
  };
}

/** Forgets every view of this tab: the next user must not find them. */
export function forgetViews(storage: () => Storage = () => sessionStorage): void {
  try {
    const kept = storage();
    const keys = Array.from({ length: kept.length }, (_, place) => kept.key(place));
    for (const key of keys) if (key?.startsWith(prefix)) kept.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
