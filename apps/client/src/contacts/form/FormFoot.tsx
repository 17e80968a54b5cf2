import { CloudOff, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { ContactField, Missing } from './contact-values.ts';
import type { FormPhase } from './form-state.ts';
import { useLabelWord } from './label-word.ts';

interface FormFootProps {
  /** The id of the text that says what is missing. */
  id: string;
  phase: FormPhase;
  isNew: boolean;
  integrationName: string;
  missing: readonly Missing[];
  changed: readonly (ContactField | 'phoneNumbers')[];
  restored: boolean;
  onSave: () => void;
  onCancel: () => void;
  onStopWaiting: () => void;
  /** Null where it cannot be deleted. */
  onDelete: (() => void) | null;
}

/** The foot of the form: what is missing or changed, and the way out. Everything keeps its place while it is saved. */
export function FormFoot(props: FormFootProps) {
  const { id, phase, missing, isNew } = props;
  const { t } = useWords();
  const says = useSays(props);
  const rests = phase !== 'editing';
  const cannot = rests || missing.length > 0;
  return (
    <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t py-3 pr-4 pl-6 max-[559px]:pl-4">
      {props.onDelete ? (
        <Button tone="ghost" className="-ml-3 text-missed hover:text-missed" disabled={rests} onClick={props.onDelete}>
          <Icon of={Trash2} />
          {t(($) => $.contactForm.delete.action)}
        </Button>
      ) : null}
      <span
        id={id}
        role={rests ? 'status' : undefined}
        className={cn('flex min-w-0 flex-1 items-center gap-1.5 text-12 text-ink-3', isNew ? '' : 'justify-end')}
      >
        {phase === 'saving' ? <Spinner /> : null}
        {phase === 'waiting' ? <Icon of={CloudOff} className="text-missed" /> : null}
        <span className="min-w-0">{says}</span>
      </span>
      {phase === 'waiting' ? (
        <Button onClick={props.onStopWaiting}>{t(($) => $.contactForm.stopWaiting)}</Button>
      ) : (
        <Button disabled={phase === 'saving'} onClick={props.onCancel}>
          {t(($) => $.contactForm.cancel)}
          <span aria-hidden>
            <Keys hotkey="Escape" />
          </span>
        </Button>
      )}
      {/* It can be reached while fields are missing, so that users of screen readers hear which. */}
      <Button
        tone="primary"
        data-save
        aria-disabled={cannot}
        aria-describedby={id}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className={cn(cannot && 'opacity-45 hover:bg-accent-fill')}
        onClick={rests ? undefined : props.onSave}
      >
        {t(($) => (isNew ? $.contactForm.create : $.contactForm.save))}
        <span aria-hidden>
          <Keys hotkey="Mod+Enter" inherit joined />
        </span>
      </Button>
    </footer>
  );
}

/** The words beside the buttons. */
function useSays({ phase, missing, changed, restored, isNew, integrationName }: FormFootProps): string {
  const { t, language } = useWords();
  const labelWord = useLabelWord();
  const and = new Intl.ListFormat(language, { type: 'conjunction' });
  if (phase === 'saving') return t(($) => $.contactForm.saving, { integration: integrationName });
  if (phase === 'waiting') return t(($) => $.contactForm.waiting);
  if (missing.length > 0) {
    const list = and.format([...new Set(missing.map(wordOf))]);
    return t(($) => $.contactForm.missing.lead, { list });
  }
  if (restored) return t(($) => $.contactForm.restored);
  if (isNew || changed.length === 0) return '';
  return t(($) => $.contactForm.changed, {
    list: and.format(changed.map((one) => t(($) => $.contactForm.inText[one]))),
  });

  function wordOf(one: Missing): string {
    switch (one.kind) {
      case 'field':
        return t(($) => $.contactForm.inText[one.field]);
      case 'someName':
        return t(($) => $.contactForm.someName);
      case 'email':
        return t(($) => $.contactForm.missing.email);
      case 'number':
        return one.problem === 'twice'
          ? t(($) => $.contactForm.missing.twice)
          : t(($) => $.contactForm.missing.number, { label: labelWord(one.label) });
      case 'tooMany':
        return t(($) => $.contactForm.missing.tooMany, { count: one.most });
    }
  }
}
