import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { formatDate } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { RemovableChip } from '#ui/Chip.tsx';
import { changed } from './filter.ts';

interface FilterChipsProps {
  filter: InboxFilter;
  /** Name of a web user. */
  nameOf: (id: string) => string;
  onChange: (filter: InboxFilter | null) => void;
}

/** The parts of the filter, each with a button that removes it. */
export function FilterChips({ filter, nameOf, onChange }: FilterChipsProps) {
  const { t, language } = useWords();
  const { text, kinds, owner, topic, from, to } = filter;
  const without = (changes: Parameters<typeof changed>[1]) => () => onChange(changed(filter, changes));
  const chips = [
    ...(text === undefined
      ? []
      : [{ name: t(($) => $.inbox.filter.textIs, { text }), remove: without({ text: undefined }) }]),
    ...(kinds ?? []).map((kind) => {
      const others = kinds?.filter((each) => each !== kind) ?? [];
      return {
        name: t(($) => $.inbox.filter.kind[kind]),
        remove: without({ kinds: others.length > 0 ? others : undefined }),
      };
    }),
    ...(from === undefined
      ? []
      : [
          {
            name: t(($) => $.inbox.filter.fromIs, { day: formatDate(from, language) }),
            remove: without({ from: undefined }),
          },
        ]),
    ...(to === undefined
      ? []
      : [
          {
            name: t(($) => $.inbox.filter.toIs, { day: formatDate(to, language) }),
            remove: without({ to: undefined }),
          },
        ]),
    ...(owner === undefined
      ? []
      : [{ name: t(($) => $.inbox.filter.ownerIs, { name: nameOf(owner) }), remove: without({ owner: undefined }) }]),
    ...(topic === undefined
      ? []
      : [{ name: t(($) => $.inbox.filter.topicIs, { topic }), remove: without({ topic: undefined }) }]),
  ];
  return (
    <fieldset
      aria-label={t(($) => $.inbox.filter.active)}
      className="flex flex-none flex-wrap items-center gap-1.5 border-line border-b px-6 py-1.5 max-[559px]:px-4"
    >
      {chips.map(({ name, remove }) => (
        <RemovableChip key={name} label={t(($) => $.inbox.filter.remove, { name })} onRemove={remove}>
          {name}
        </RemovableChip>
      ))}
      <Button size="s" tone="ghost" onClick={() => onChange(null)}>
        {t(($) => $.inbox.filter.clear)}
      </Button>
    </fieldset>
  );
}
