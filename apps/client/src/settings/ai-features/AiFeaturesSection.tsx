import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type AiFeatureFlag, aiFeatureOf, shownAiFeatures } from '@sidetone/contract/rules/ai/ai-features.ts';
import { type ComponentType, Suspense, useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody, SettingGroup } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useSaved } from '../use-saved.ts';
import { AiNotices } from './AiNotices.tsx';
import { FeatureSwitch } from './FeatureSwitch.tsx';
import type { FeaturePageProps } from './feature-page-props.ts';
import { featurePages } from './feature-pages.ts';
import { featurePlace } from './feature-place.ts';
import { PrivacyDialog } from './PrivacyDialog.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import { QuotaBanner } from './QuotaBanner.tsx';
import { TestPool } from './TestPool.tsx';
import { useAiSwitch } from './use-ai-switch.ts';

/** Which AI features the user has, and below it the pages of those that have settings of their own. */
export function AiFeaturesSection({ rest, onGo, onClose }: SectionProps) {
  const place = featurePlace(rest);
  const isAstray = place.at === 'astray';
  const isLeftOver = place.at === 'feature' && place.detail !== null && featurePages[place.flag] === undefined;
  useEffect(() => {
    if (isAstray) onGo('');
    if (isLeftOver) onGo(place.flag);
  }, [isAstray, isLeftOver, place, onGo]);
  const flag = place.at === 'feature' ? place.flag : null;
  const Page = flag === null ? undefined : featurePages[flag];
  if (place.at === 'feature' && Page !== undefined) {
    return <OwnPage page={Page} flag={place.flag} detail={place.detail} onGo={onGo} onClose={onClose} />;
  }
  return <FeatureList named={flag} onGo={onGo} onClose={onClose} />;
}

interface OwnPageProps {
  page: ComponentType<FeaturePageProps>;
  flag: AiFeatureFlag;
  detail: string | null;
  onGo: (rest: string) => void;
  onClose: SectionProps['onClose'];
}

/** The page of one feature. Without AI it is the list, which says so. */
function OwnPage({ page: Page, flag, detail, onGo, onClose }: OwnPageProps) {
  const isOff = useLive(phoneQueries.flags, {}).rows[0]?.flags.hasAiDisabled === true;
  if (isOff) return <FeatureList named={null} onGo={onGo} onClose={onClose} />;
  return (
    <Suspense>
      <Page
        detail={detail}
        onDetail={(id) => onGo(id === null ? flag : `${flag}/detail/${id}`)}
        onBack={() => onGo('')}
        onClose={onClose}
      />
    </Suspense>
  );
}

interface FeatureListProps {
  /** The feature of the address: its switch has the focus first. */
  named: AiFeatureFlag | null;
  onGo: (rest: string) => void;
  onClose: () => void;
}

function FeatureList({ named, onGo, onClose }: FeatureListProps) {
  const { t } = useWords();
  const me = useMe();
  const row = useLive(phoneQueries.flags, {}).rows[0];
  const { saved, tell } = useSaved();
  const { choose, asking, agree, dismiss } = useAiSwitch({ onSaved: tell, onGo });
  const isKnown = row !== undefined && me !== null;
  const lines = (part: 'main' | 'beta') =>
    row === undefined
      ? null
      : shownAiFeatures(part, row.flags).map((feature) => (
          <FeatureSwitch
            key={feature.flag}
            feature={feature}
            flags={row.flags}
            isNamed={feature.flag === named}
            onChoose={(on) => void choose(feature.flag, on)}
            onSettings={featurePages[feature.flag] === undefined ? null : () => onGo(feature.flag)}
          />
        ));
  return (
    <SettingsPage title={t(($) => $.aiFeatures.title)} onClose={onClose} status={<SavedMark saved={saved} />}>
      <SettingBody>
        {isKnown ? null : <Skeleton className="h-48" />}
        {isKnown && row.flags.hasAiDisabled ? <p className="text-ink-2">{t(($) => $.aiFeatures.off)}</p> : null}
        {isKnown && !row.flags.hasAiDisabled ? (
          <>
            <QuotaBanner me={me} />
            <AiNotices flags={row.flags} isAdmin={me.admin} />
            <SettingGroup>{lines('main')}</SettingGroup>
            {me.admin ? <ProviderChoice accountId={me.masterSipId} flags={row.flags} /> : null}
            <SettingGroup
              title={
                <>
                  {t(($) => $.aiFeatures.betaTitle)}{' '}
                  <span className="ml-1 font-reg text-ink-3">{t(($) => $.aiFeatures.betaHint)}</span>
                </>
              }
            >
              {lines('beta')}
            </SettingGroup>
            <TestPool flags={row.flags} rowId={row.id} onSaved={tell} />
          </>
        ) : null}
      </SettingBody>
      <PrivacyDialog feature={asking === null ? null : aiFeatureOf(asking)} onAgree={agree} onClose={dismiss} />
    </SettingsPage>
  );
}
