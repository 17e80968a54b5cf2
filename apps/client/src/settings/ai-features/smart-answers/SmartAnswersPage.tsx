import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswerRoutes } from '@sidetone/contract/http/ai/smart-answer-routes.ts';
import { useEffect, useState } from 'react';
import { addSmartAnswerWords } from '#i18n/smart-answer-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingBody } from '../../SettingGroup.tsx';
import { SettingsPage } from '../../SettingsPage.tsx';
import type { FeaturePageProps } from '../feature-page-props.ts';
import { setsWithDrafts } from './kept-drafts.ts';
import { SetDetail } from './SetDetail.tsx';
import { SetList } from './SetList.tsx';
import { sendKept } from './set-desks.ts';
import { useFull } from './use-full.ts';
import { useSets } from './use-sets.ts';

addSmartAnswerWords();

/** The questions that are answered after calls: the list of sets, and the page of one. A set that is gone leads back. */
export function SmartAnswersPage({ detail, onDetail, onBack, onClose }: FeaturePageProps) {
  const { t } = useWords();
  const me = useMe();
  const known = useSets();
  const full = useFull(known.limits);
  const { creating, created, problem, create } = useCreate((set) => onDetail(set.id), full.ofSets);
  const set = known.sets.find(({ id }) => id === detail) ?? (created?.id === detail ? created : undefined);
  const isMissing = detail !== null && known.isKnown && set === undefined;
  useEffect(() => {
    if (isMissing) onDetail(null);
  }, [isMissing, onDetail]);
  useSendKept(known.sets, me?.webUserId ?? null, full.elsewhere);
  if (me === null || !known.isKnown) {
    return (
      <SettingsPage title={t(($) => $.smartAnswers.title)} onBack={onBack} onClose={onClose}>
        <SettingBody>
          <Skeleton className="h-48" />
        </SettingBody>
      </SettingsPage>
    );
  }
  if (set !== undefined) {
    return (
      <SetDetail
        key={set.id}
        set={set}
        known={known}
        user={me.webUserId}
        onBack={() => onDetail(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <SetList
      me={me}
      known={known}
      problem={problem}
      onOpen={onDetail}
      onCreate={creating ? () => {} : () => void create()}
      onBack={onBack}
      onClose={onClose}
    />
  );
}

/** Creates a set without questions; it is deleted again where none is written. */
function useCreate(onCreated: (set: SmartAnswerSet) => void, onFull: () => void) {
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<SmartAnswerSet | null>(null);
  const [problem, setProblem] = useState(false);
  const create = async () => {
    setCreating(true);
    setProblem(false);
    try {
      const set = await call(smartAnswerRoutes.createSmartAnswerSet, { body: {} });
      setCreated(set);
      onCreated(set);
    } catch (cause) {
      // SERR-046, SERR-047
      console.warn('[settings] a set of questions was not created:', codeOf(cause));
      if (codeOf(cause) === 'SMART_ANSWERS_FULL') onFull();
      else setProblem(true);
    } finally {
      setCreating(false);
    }
  };
  return { creating, created, problem, create };
}

/** What an earlier page could not send goes to the server now. */
function useSendKept(sets: readonly SmartAnswerSet[], user: string | null, onFull: () => void): void {
  useEffect(() => {
    if (user === null) return;
    const kept = new Set(setsWithDrafts(user));
    for (const set of sets) if (kept.has(set.id)) sendKept({ user, set, onFull });
  }, [sets, user, onFull]);
}
