import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Barrier } from './barrier.ts';

interface BarrierNoteProps {
  barrier: Barrier;
  /** The address book, as users call it; empty where its name is no longer known. */
  integrationName: string;
  /** Makes a new contact of the values in the form; null where that would not help. */
  onAsNew: (() => void) | null;
}

/** Why the form cannot be saved as it is, and the way out. */
export function BarrierNote({ barrier, integrationName, onAsNew }: BarrierNoteProps) {
  const { t } = useWords();
  const named = { integration: integrationName };
  const isNameless = barrier === 'integration' && integrationName === '';
  return (
    <div role="alert" className="flex gap-3 rounded-m bg-well p-3">
      <Icon of={TriangleAlert} className="mt-0.5 text-missed" />
      <div className="min-w-0 flex-1">
        <p className="font-med">
          {t(($) => (isNameless ? $.contactForm.barrier.integrationPlain : $.contactForm.barrier[barrier]), named)}
        </p>
        <p className="mt-0.5 text-12 text-ink-2">{t(($) => $.contactForm.barrier[`${barrier}Text`])}</p>
        {onAsNew === null ? null : (
          <Button size="s" className="mt-2" onClick={onAsNew}>
            {t(($) => $.contactForm.barrier.asNew)}
          </Button>
        )}
      </div>
    </div>
  );
}
