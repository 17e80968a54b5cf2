import { extendTailwindMerge } from 'tailwind-merge';

// The token names are not in tailwind-merge's own tables: without them `text-12` and `text-ink-3` would fight.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '16', '20', '28'],
      'font-weight': ['reg', 'med', 'semi'],
      radius: ['xs', 's', 'm', 'l', 'full'],
      shadow: ['e1', 'e2', 'e3'],
    },
  },
});

/** Joins class names; of two that set the same thing the later one wins, whatever their order in the stylesheet. */
export function cn(...names: (string | false | null | undefined)[]): string {
  return merge(names);
}
