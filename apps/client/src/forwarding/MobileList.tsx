import { mostAlongMobiles } from '@sidetone/contract/entities/line-forwarding.ts';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MobileFields } from './MobileFields.tsx';
import { emptyMobile, type MobileDraft, type MobileProblem } from './mobile-draft.ts';

interface MobileListProps {
  drafts: readonly MobileDraft[];
  /** By the places of the drafts. */
  problems: ReadonlyMap<number, MobileProblem>;
  /** They are somebody else's. */
  isOthers: boolean;
  onChange: (drafts: readonly MobileDraft[]) => void;
}

/** The numbers that ring along with the devices of a user. A new one takes the focus; where one is removed, the list does. */
export function MobileList({ drafts, problems, isOthers, onChange }: MobileListProps) {
  const { t } = useWords();
  const list = useRef<HTMLElement>(null);
  const add = () => {
    onChange([...drafts, { ...emptyMobile, isOn: true }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > fieldset:last-of-type input[type=tel]')?.focus(),
    );
  };
  const remove = (removed: number) => {
    onChange(drafts.filter((_, at) => at !== removed));
    list.current?.focus();
  };
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t(($) => $.forwarding.mobile.list)}
      className="grid gap-3 outline-none"
    >
      {drafts.map((draft, at) => (
        <MobileFields
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and their fields hold nothing of their own.
          key={at}
          place={at + 1}
          draft={draft}
          problem={problems.get(at) ?? null}
          isOthers={isOthers}
          onChange={(next) => onChange(drafts.with(at, next))}
          onRemove={drafts.length > 1 ? () => remove(at) : undefined}
        />
      ))}
      {drafts.some(({ number }) => number.trim() !== '') ? (
        <div>
          <Button disabled={drafts.length >= mostAlongMobiles} onClick={add}>
            <Icon of={Plus} />
            {t(($) => $.forwarding.mobile.add)}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
