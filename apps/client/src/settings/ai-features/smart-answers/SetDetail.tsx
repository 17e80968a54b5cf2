import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswerRoutes } from '@sidetone/contract/http/ai/smart-answer-routes.ts';
import { smartAnswersTitleMaxCharacters } from '@sidetone/contract/rules/limits.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { confirm } from '#ui/confirm.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SettingBody } from '../../SettingGroup.tsx';
import { SettingsPage } from '../../SettingsPage.tsx';
import { Assignments } from './Assignments.tsx';
import { Questions } from './Questions.tsx';
import { SetConflict } from './SetConflict.tsx';
import { SetState } from './SetState.tsx';
import { lacksText } from './set-draft.ts';
import { useFull } from './use-full.ts';
import { useSetDesk } from './use-set-desk.ts';
import type { SmartAnswerSets } from './use-sets.ts';

interface SetDetailProps {
  set: SmartAnswerSet;
  known: SmartAnswerSets;
  /** The web user who is signed in. */
  user: string;
  onBack: () => void;
  onClose: () => void;
}

/** One set of questions. What is typed is saved by itself, and tidied up when the page is left. */
export function SetDetail({ set, known, user, onBack, onClose }: SetDetailProps) {
  const { t } = useWords();
  const full = useFull(known.limits);
  const { desk, draft, status, hasSaved } = useSetDesk({ set, sets: known.sets, user, onFull: full.elsewhere });
  const [problem, setProblem] = useState(false);
  const isWithinPlan = known.isEditable(set);
  const isEditable = isWithinPlan && status !== 'gone';
  const title = draft.title.trim() || t(($) => $.smartAnswers.untitled);
  const remove = async () => {
    const isSure = await confirm({
      icon: Trash2,
      headline: t(($) => $.smartAnswers.deleteAsk.title, { title }),
      text: t(($) => $.smartAnswers.deleteAsk.text),
      action: t(($) => $.smartAnswers.deleteAsk.action),
      critical: true,
    });
    if (!isSure) return;
    setProblem(false);
    try {
      await call(smartAnswerRoutes.deleteSmartAnswerSet, { params: { setId: set.id }, query: {} });
      desk.drop();
      onBack();
    } catch (cause) {
      console.warn('[settings] a set of questions was not deleted:', codeOf(cause));
      setProblem(true);
    }
  };
  return (
    <SettingsPage
      title={title}
      onBack={onBack}
      onClose={onClose}
      tools={
        <Button tone="ghost" size="s" className="text-missed hover:text-missed" onClick={() => void remove()}>
          <Icon of={Trash2} size={14} />
          {t(($) => $.smartAnswers.deleteSet)}
        </Button>
      }
    >
      <SettingBody>
        {problem ? (
          <p role="alert" className="text-12 text-missed">
            {t(($) => $.smartAnswers.notDeleted)}
          </p>
        ) : null}
        {isWithinPlan ? null : <p className="text-ink-2">{t(($) => $.smartAnswers.readOnly)}</p>}
        {status === 'conflict' ? <SetConflict onChoose={desk.choose} /> : null}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <Field
            className="min-w-0 max-w-80 flex-1 basis-60"
            label={t(($) => $.smartAnswers.name)}
            value={draft.title}
            placeholder={t(($) => $.smartAnswers.untitled)}
            maxLength={smartAnswersTitleMaxCharacters}
            readOnly={!isEditable}
            onChange={(event) => desk.change({ ...draft, title: event.target.value })}
          />
          <Switch
            label={t(($) => $.smartAnswers.copyToNote)}
            checked={draft.autoCopyToNote}
            disabled={!isEditable}
            onChange={(event) => desk.change({ ...draft, autoCopyToNote: event.target.checked })}
          />
        </div>
        <Questions
          draft={draft}
          limit={known.limits.questions}
          isEditable={isEditable}
          status={<SetState status={status} hasSaved={hasSaved} isIncomplete={draft.questions.some(lacksText)} />}
          onChange={desk.change}
          onFull={full.ofQuestions}
        />
        <Assignments sets={known.sets} />
      </SettingBody>
    </SettingsPage>
  );
}
