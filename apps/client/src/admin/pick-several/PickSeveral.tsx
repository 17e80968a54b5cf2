import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { PeoplePicker } from '../first-run/PeoplePicker.tsx';
import { type Choosable, findPasted, tickedAfter } from './find-pasted.ts';

interface PickSeveralProps {
  /** Whom there is to choose. */
  people: readonly Choosable[];
  /** So many can be added. */
  most: number;
  onAdd: (ids: string[]) => void;
}

/** Several people together: ticked, or pasted from a list. Nothing is added before the button says so. */
export function PickSeveral({ people, most, onAdd }: PickSeveralProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [ticked, setTicked] = useState<string[]>([]);
  const [pasted, setPasted] = useState('');
  if (people.length < 2 || most < 2) return null;
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>
          <Icon of={ListChecks} />
          {t(($) => $.admin.several.open)}
        </Button>
      </div>
    );
  const found = findPasted(pasted, people);
  // Somebody may be added to the list while this is open.
  const chosen = ticked.filter((id) => people.some((one) => one.id === id));
  const close = () => {
    setOpen(false);
    setTicked([]);
    setPasted('');
  };
  const paste = (text: string) => {
    setPasted(text);
    setTicked(tickedAfter(ticked, found.ids, findPasted(text, people).ids));
  };
  return (
    <section aria-label={t(($) => $.admin.several.open)} className="grid gap-3 rounded-m border border-line p-3">
      <PeoplePicker people={people} chosen={chosen} most={most} onChange={setTicked} />
      <TextArea
        label={t(($) => $.admin.several.paste)}
        help={t(($) => $.admin.several.pasteHelp)}
        rows={3}
        value={pasted}
        error={
          found.unknown.length === 0
            ? undefined
            : t(($) => $.admin.several.unknown, {
                lines: found.unknown.slice(0, 5).join(', '),
                count: found.unknown.length,
              })
        }
        onChange={(event) => paste(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={chosen.length === 0 || chosen.length > most}
          onClick={() => {
            onAdd(chosen);
            close();
          }}
        >
          {t(($) => $.admin.several.add, { count: chosen.length })}
        </Button>
        <Button tone="ghost" onClick={close}>
          {t(($) => $.admin.cancel)}
        </Button>
      </div>
    </section>
  );
}
