import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { isAiFeatureActive } from '@sidetone/contract/rules/ai/ai-features.ts';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingBody } from '../../SettingGroup.tsx';
import { SettingsPage } from '../../SettingsPage.tsx';
import type { FeaturePageProps } from '../feature-page-props.ts';
import { Effect } from './Effect.tsx';
import { useWordList } from './use-word-list.ts';
import { WordTable } from './WordTable.tsx';
import type { DeskState } from './words-desk.ts';

/** The words that transcripts of the account are to spell right. SAI-030, SAI-031, SAI-032 */
export function CustomWordsPage(props: FeaturePageProps) {
  const me = useMe();
  return me === null ? null : <Words me={me} {...props} />;
}

function Words({ me, onBack, onClose }: FeaturePageProps & { me: User }) {
  const { t } = useWords();
  const { desk, list } = useWordList(me);
  const flags = useLive(phoneQueries.flags, {}).rows[0]?.flags;
  return (
    <SettingsPage
      title={t(($) => $.aiFeatures.customWords.title)}
      onBack={onBack}
      onClose={onClose}
      status={<Saved list={list} />}
    >
      <SettingBody>
        <p className="max-w-[620px] text-ink-2">{t(($) => $.customWords.intro)}</p>
        {flags !== undefined && !isAiFeatureActive(flags, 'hasCustomWords') ? (
          <p className="rounded-m bg-well px-4 py-2.5 text-ink-2">{t(($) => $.customWords.off)}</p>
        ) : null}
        {list.rows === null ? <Skeleton className="h-48" /> : <WordTable desk={desk} rows={list.rows} />}
        <Effect />
        <p className="text-12 text-ink-3">{t(($) => $.customWords.how)}</p>
      </SettingBody>
    </SettingsPage>
  );
}

/** Whether the list is saved; screen readers hear it when they are free. */
function Saved({ list: { status, savedAt } }: { list: DeskState }) {
  const { t, language } = useWords();
  const words = () => {
    if (status === 'kept') return t(($) => $.customWords.kept);
    if (status === 'refused') return t(($) => $.customWords.notSaved);
    if (savedAt === null) return '';
    return t(($) => $.customWords.saved, { time: formatTime(savedAt.toISOString(), language) });
  };
  return (
    <span
      role="status"
      className={status === 'kept' || status === 'refused' ? 'text-12 text-missed' : 'text-12 text-ink-3'}
    >
      {words()}
    </span>
  );
}
