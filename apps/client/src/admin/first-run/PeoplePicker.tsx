import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { byEnter } from '../by-enter.ts';
import { matches } from '../format.ts';

interface PeoplePickerProps {
  people: readonly { id: string; name: string }[];
  /** Ids of the ticked people. */
  chosen: readonly string[];
  /** No further people can be ticked. */
  most: number;
  error?: string | undefined;
  onChange: (ids: string[]) => void;
}

/** The number of people before the button for more. */
const page = 50;
/** So many are ticked one by one without much work. */
const few = 5;

/** People to tick; where they are many there is a search, and the list comes in pages. */
export function PeoplePicker({ people, chosen, most, error, onChange }: PeoplePickerProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [pages, setPages] = useState(1);
  const ticked = new Set(chosen);
  const found = people.filter(({ name }) => matches(typed, [name]));
  const shown = found.slice(0, pages * page);
  const tick = (id: string, isTicked: boolean) =>
    onChange(isTicked ? [...chosen, id] : chosen.filter((each) => each !== id));
  const tickAll = (isTicked: boolean) => {
    const ids = found.map(({ id }) => id);
    const others = chosen.filter((id) => !ids.includes(id));
    onChange(isTicked ? [...others, ...ids] : others);
  };
  return (
    <div className="grid gap-2">
      {people.length > page ? (
        <Field
          label={t(($) => $.admin.users.filter)}
          type="search"
          value={typed}
          onKeyDown={byEnter(() => {})}
          onChange={(event) => {
            setTyped(event.target.value);
            setPages(1);
          }}
          help={t(($) => $.admin.firstRun.queue.chosen, { count: chosen.length, most })}
        />
      ) : null}
      {people.length > few ? (
        <div className="flex gap-2">
          <Button
            disabled={found.every(({ id }) => ticked.has(id)) || people.length > most}
            onClick={() => tickAll(true)}
          >
            {t(($) => $.admin.all)}
          </Button>
          <Button disabled={!found.some(({ id }) => ticked.has(id))} onClick={() => tickAll(false)}>
            {t(($) => $.admin.nobody)}
          </Button>
        </div>
      ) : null}
      <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={ticked.has(id)}
            disabled={!ticked.has(id) && chosen.length >= most}
            onChange={(event) => tick(id, event.target.checked)}
          />
        ))}
      </div>
      {shown.length < found.length ? (
        <div>
          <Button onClick={() => setPages(pages + 1)}>{t(($) => $.admin.more)}</Button>
        </div>
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className="text-12 text-missed">
          {error}
        </p>
      )}
    </div>
  );
}
