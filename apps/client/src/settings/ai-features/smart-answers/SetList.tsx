import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { isAiFeatureActive } from '@sidetone/contract/rules/ai/ai-features.ts';
import { ChevronRight, MessageCircleQuestionMark } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { SettingBody, SettingGroup, settingLine } from '../../SettingGroup.tsx';
import { SettingsPage } from '../../SettingsPage.tsx';
import { AddButton } from './AddButton.tsx';
import { Assignments } from './Assignments.tsx';
import { isNearLimit } from './set-limits.ts';
import { UpsellBanner } from './UpsellBanner.tsx';
import { useFull } from './use-full.ts';
import type { SmartAnswerSets } from './use-sets.ts';

interface SetListProps {
  me: User;
  known: SmartAnswerSets;
  /** The last set could not be created. */
  problem: boolean;
  onOpen: (setId: string) => void;
  onCreate: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** All sets of questions, and which calls each is for. */
export function SetList({ me, known, problem, onOpen, onCreate, onBack, onClose }: SetListProps) {
  const { t } = useWords();
  const flags = useFlags();
  const { sets, limits } = known;
  const full = useFull(limits);
  const isFull = sets.length >= limits.sets;
  return (
    <SettingsPage title={t(($) => $.smartAnswers.title)} onBack={onBack} onClose={onClose}>
      <SettingBody>
        <p className="text-ink-2">{t(($) => $.smartAnswers.intro)}</p>
        {isAiFeatureActive(flags, 'hasSmartAnswers') ? null : (
          <p className="text-ink-2">{t(($) => $.smartAnswers.off)}</p>
        )}
        {limits.isOfPlan ? <UpsellBanner me={me} /> : null}
        {sets.length === 0 ? (
          <Empty
            drawing={<Icon of={MessageCircleQuestionMark} size={20} className="text-ink-3" />}
            title={t(($) => $.smartAnswers.empty.title)}
            text={t(($) => $.smartAnswers.empty.text)}
            action={
              <Button tone="primary" onClick={onCreate} data-first-focus>
                {t(($) => $.smartAnswers.empty.action)}
              </Button>
            }
          />
        ) : (
          <>
            <SettingGroup
              title={t(($) => $.smartAnswers.setsTitle)}
              aside={
                isNearLimit(sets.length, limits.sets) ? (
                  <span className="text-12 text-ink-3">
                    {t(($) => $.smartAnswers.countOf, { count: sets.length, max: limits.sets })}
                  </span>
                ) : null
              }
            >
              {sets.map((set) => (
                <SetLine key={set.id} set={set} onOpen={() => onOpen(set.id)} />
              ))}
            </SettingGroup>
            <AddButton label={t(($) => $.smartAnswers.addSet)} isFull={isFull} onAdd={onCreate} onFull={full.ofSets} />
            <Assignments sets={sets} />
          </>
        )}
        {problem ? (
          <p role="alert" className="text-12 text-missed">
            {t(($) => $.smartAnswers.notCreated)}
          </p>
        ) : null}
      </SettingBody>
    </SettingsPage>
  );
}

function SetLine({ set, onOpen }: { set: SmartAnswerSet; onOpen: () => void }) {
  const { t } = useWords();
  const count = set.questions.length;
  const facts = [
    count === 0 ? t(($) => $.smartAnswers.noQuestions) : t(($) => $.smartAnswers.questions, { count }),
    ...(set.autoCopyToNote ? [t(($) => $.smartAnswers.copies)] : []),
  ];
  return (
    <div className={cn(settingLine, '-mx-4 py-0')}>
      <button
        type="button"
        onClick={onOpen}
        className="focus-inset flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-med">{set.title ?? t(($) => $.smartAnswers.untitled)}</span>
          <span className="block text-12 text-ink-3">{facts.join(' · ')}</span>
        </span>
        <Icon of={ChevronRight} size={14} className="text-ink-3" />
      </button>
    </div>
  );
}
