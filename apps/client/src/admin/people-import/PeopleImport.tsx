import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLeaving } from '#pages/use-leaving.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { CheckStep } from './CheckStep.tsx';
import type { Draft } from './draft.ts';
import { ListStep } from './ListStep.tsx';
import { type Held, ResultStep } from './ResultStep.tsx';

const steps = ['list', 'check', 'create'] as const;

/** Where one is: choosing a list, checking it, or looking at an import that was begun. */
type Stage =
  | { readonly step: 'list' }
  | { readonly step: 'check'; readonly draft: Draft }
  | { readonly step: 'create'; readonly importId: string };

/** Users from a list: chosen, checked, created, and then invited. */
export function PeopleImport({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [stage, setStage] = useState<Stage>({ step: 'list' });
  const [held, setHeld] = useState<Held>('nothing');
  useLeaving(stage.step === 'check' || held !== 'nothing', {
    words: {
      headline: held === 'nothing' ? t(($) => $.admin.discard.title) : t(($) => $.admin.people.leaveLinks.title),
      text: held === 'nothing' ? t(($) => $.admin.discard.text) : t(($) => $.admin.people.leaveLinks.text),
      action: held === 'nothing' ? t(($) => $.admin.discard.action) : t(($) => $.admin.people.leaveLinks.action),
    },
    // A dialog over this page leaves it as it is.
    leaves: ({ pathname, search }) => pathname !== '/admin/users' || !('open' in search) || search.open !== 'import',
  });
  return (
    <>
      <header className="flex min-h-14 flex-none flex-wrap items-center gap-2 border-line border-b py-2 pr-4 pl-4">
        <IconButton
          icon={ArrowLeft}
          size={32}
          label={t(($) => $.admin.people.back)}
          disabled={held === 'inviting'}
          onClick={onClose}
        />
        <h1 className="truncate font-semi text-16">{t(($) => $.admin.people.title)}</h1>
        {stage.step === 'check' && stage.draft.name !== null ? (
          <span className="min-w-0 truncate text-ink-3">{stage.draft.name}</span>
        ) : null}
        <span className="flex-1" />
        <p role="status" className="text-12 text-ink-2">
          {t(($) => $.admin.people.step, {
            at: steps.indexOf(stage.step) + 1,
            name: t(($) => $.admin.people.steps[stage.step]),
          })}
        </p>
      </header>
      {stage.step === 'list' ? (
        <ListStep
          onDraft={(draft) => setStage({ step: 'check', draft })}
          onShow={(importId) => setStage({ step: 'create', importId })}
        />
      ) : stage.step === 'check' ? (
        <CheckStep
          draft={stage.draft}
          onDraft={(draft) => setStage({ step: 'check', draft })}
          onBack={() => setStage({ step: 'list' })}
          onStarted={(importId) => setStage({ step: 'create', importId })}
        />
      ) : (
        <ResultStep importId={stage.importId} onClose={onClose} onHeld={setHeld} />
      )}
    </>
  );
}
