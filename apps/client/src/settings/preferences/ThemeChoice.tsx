import { useId } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { chooseTheme, type Theme, theme } from '#platform/theme.ts';

const looks: Record<Theme, readonly ('light' | 'dark')[]> = {
  system: ['light', 'dark'],
  light: ['light'],
  dark: ['dark'],
};

/** Light, dark or as the system, each with a small picture of itself. */
export function ThemeChoice() {
  const { t } = useWords();
  const id = useId();
  const chosen = useStore(theme, (state) => state.theme);
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-2 font-med text-12 text-ink-2">{t(($) => $.preferences.theme.title)}</legend>
      <div className="grid grid-cols-3 gap-2 max-[559px]:grid-cols-1">
        {(Object.keys(looks) as Theme[]).map((name) => (
          <label
            key={name}
            htmlFor={`${id}-${name}`}
            className="flex flex-col gap-2 rounded-m border border-line-strong bg-raised p-2 has-checked:border-accent-fill has-checked:bg-accent-tint has-checked:inset-ring has-checked:inset-ring-accent-fill has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <span aria-hidden className="flex h-16 overflow-hidden rounded-s border border-line-strong">
              {looks[name].map((look) => (
                <Miniature key={look} look={look} />
              ))}
            </span>
            <span className="flex items-center gap-2 px-1 font-med">
              <input
                id={`${id}-${name}`}
                type="radio"
                name={id}
                checked={chosen === name}
                onChange={() => chooseTheme(name)}
                className="size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised outline-none checked:border-[5px] checked:border-accent-fill"
              />
              {t(($) => $.preferences.theme[name])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Miniature({ look }: { look: 'light' | 'dark' }) {
  return (
    <span data-theme={look} className="flex flex-1 bg-canvas">
      <span className="flex w-[30%] flex-col gap-1.5 border-line border-r bg-sidebar px-1.5 py-2">
        <i className="h-1.5 rounded-full bg-press" />
        <i className="h-1.5 w-[70%] rounded-full bg-hover" />
      </span>
      <span className="flex flex-1 flex-col gap-1.5 p-2">
        <i className="h-1.5 w-[40%] rounded-full bg-accent-fill" />
        <i className="h-1.5 rounded-full bg-press" />
        <i className="h-1.5 w-[70%] rounded-full bg-press" />
      </span>
    </span>
  );
}
