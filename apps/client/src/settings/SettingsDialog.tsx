import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { LargeDialog } from '#ui/LargeDialog.tsx';
import { placeOf, type SectionName, sections, shownSections } from './sections.ts';
import { firstSection } from './settings-place.ts';
import { useSettingsFacts } from './use-settings-facts.ts';

interface SettingsDialogProps {
  /** The part of the address after `settings`, such as `integrations/CARDDAV`; null while the settings are closed. */
  path: string | null;
  onGo: (path: string) => void;
  onClose: () => void;
  /** To the feedback, in place of the settings. */
  onFeedback: () => void;
  /** Out of the settings, to a page that all users have. */
  onLeave: () => void;
}

/** The settings over any page. A hidden or unknown section leads elsewhere. */
export function SettingsDialog({ path, onGo, onClose, onFeedback, onLeave }: SettingsDialogProps) {
  const { t } = useWords();
  const facts = useSettingsFacts();
  const [lastPath, setLastPath] = useState(path ?? '');
  // While it fades out it keeps its content.
  if (path !== null && path !== lastPath) setLastPath(path);
  const place = placeOf(lastPath, facts);
  const elsewhere = path !== null && place.at === 'elsewhere' ? place.path : null;
  const leaves = path !== null && place.at === 'leave';
  useEffect(() => {
    if (elsewhere !== null) onGo(elsewhere);
    if (leaves) onLeave();
  }, [elsewhere, leaves, onGo, onLeave]);
  const current = place.at === 'section' ? place.name : null;
  const Page = sections[current ?? firstSection].page;
  return (
    <LargeDialog open={path !== null} onClose={onClose} label={t(($) => $.settings.title)}>
      <Sections current={current} shown={shownSections(facts)} onGo={onGo} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {place.at === 'section' && current !== null ? (
          <Page
            key={current}
            rest={place.rest}
            onGo={(next) => onGo(next === '' ? current : `${current}/${next}`)}
            onClose={onClose}
            onFeedback={onFeedback}
          />
        ) : null}
      </div>
    </LargeDialog>
  );
}

interface SectionsProps {
  current: SectionName | null;
  shown: readonly SectionName[];
  onGo: (path: string) => void;
}

function Sections({ current, shown, onGo }: SectionsProps) {
  const { t } = useWords();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // In a narrow window the sections are in a row that scrolls.
    if (current !== null)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={t(($) => $.settings.sections)}
      className="w-56 flex-none overflow-y-auto border-line border-r bg-sidebar px-2 py-3 max-[759px]:flex max-[759px]:w-full max-[759px]:items-center max-[759px]:overflow-x-auto max-[759px]:scroll-px-6 max-[759px]:border-r-0 max-[759px]:border-b max-[759px]:px-6 max-[759px]:py-2 max-[759px]:[mask-image:linear-gradient(to_right,transparent,black_24px,black_calc(100%-24px),transparent)]"
    >
      {(['app', 'you'] as const).map((group) => {
        const ofGroup = shown.filter((name) => sections[name].group === group);
        if (ofGroup.length === 0) return null;
        return (
          <div key={group} className="max-[759px]:contents">
            <div
              className={cn('px-2 pt-1 pb-1 font-med text-12 text-ink-3 max-[759px]:hidden', group === 'you' && 'pt-4')}
            >
              {t(($) => $.settings.groups[group])}
            </div>
            {ofGroup.map((name) => (
              <button
                key={name}
                type="button"
                aria-current={name === current ? 'page' : undefined}
                onClick={() => onGo(name)}
                className={cn(
                  'flex h-8 w-full max-[759px]:flex-none items-center gap-2 rounded-s px-2 font-med focus-inset max-[759px]:w-auto',
                  name === current ? 'bg-press text-ink' : 'text-ink-2 hover:bg-hover',
                )}
              >
                <Icon of={sections[name].icon} className={name === current ? 'text-accent' : 'text-ink-3'} />
                {t(($) => $[sections[name].words].title)}
              </button>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
