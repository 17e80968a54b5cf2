import { healthQueries } from '@sidetone/contract/documents/health-query.ts';
import { type HealthFinding, healthCodes } from '@sidetone/contract/entities/health.ts';
import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Empty } from '#ui/Empty.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { TrunkFailure } from '../trunks/TrunkFailure.tsx';
import { AlarmSettings } from './AlarmSettings.tsx';
import { Alarms } from './Alarms.tsx';
import { useFindingWords } from './finding-words.ts';
import { mendingPlaces } from './mending-places.ts';

const tones: Readonly<Record<'ok' | 'warning' | 'problem', StateTone>> = {
  ok: 'live',
  warning: 'ring',
  problem: 'missed',
};

/** The health of the company's telephony, live, and for operators that of the server. Each finding has the step that fixes it. */
export function HealthSection() {
  const { t } = useWords();
  const { rows, status } = useLive(healthQueries.adminHealth, {});
  const open = rows.filter(({ code }) => healthCodes[code] !== 'ok').length;
  const parts = [
    [t(($) => $.admin.health.company), rows.filter(({ isOfServer }) => !isOfServer)],
    [t(($) => $.admin.health.machine), rows.filter(({ isOfServer }) => isOfServer)],
  ] as const;
  return (
    <SectionFrame
      title={t(($) => $.admin.sections.health)}
      note={status === 'loading' || rows.length === 0 ? undefined : t(($) => $.admin.health.open, { count: open })}
    >
      <PageBody label={t(($) => $.admin.sections.health)}>
        <Alarms />
        {status === 'loading' ? (
          <Spinner />
        ) : rows.length === 0 ? (
          <Empty title={t(($) => $.admin.loadFailed)} />
        ) : (
          parts.map(([title, findings]) =>
            findings.length === 0 ? null : (
              <Group key={title} title={title}>
                <ul className="grid gap-3">
                  {findings.map((finding) => (
                    <Finding key={finding.id} finding={finding} />
                  ))}
                </ul>
              </Group>
            ),
          )
        )}
        <AlarmSettings />
      </PageBody>
    </SectionFrame>
  );
}

function Finding({ finding }: { finding: HealthFinding }) {
  const { code, host, said, since } = finding;
  const { t, language } = useWords();
  const state = healthCodes[code];
  const words = useFindingWords();
  const mend = useMend(code);
  const place = state === 'ok' ? undefined : mendingPlaces[code];
  return (
    <li className="grid gap-1 rounded-m border border-line p-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        {code === 'trunkOff' ? (
          <StateBadge tone="off">{t(($) => $.admin.health.off)}</StateBadge>
        ) : (
          <StateBadge tone={tones[state]}>{t(($) => $.admin.health.states[state])}</StateBadge>
        )}
        <span className="min-w-0 flex-1 break-words font-med text-ink">{words(finding)}</span>
        {since === null ? null : (
          <time dateTime={since} className="whitespace-nowrap text-12 text-ink-3">
            {t(($) => $.admin.health.since, { since: formatMoment(since, language) })}
          </time>
        )}
      </div>
      <TrunkFailure trunk={{ host, failure: said }} className="text-ink-2" />
      {mend === '' || said !== null ? null : <p className="text-ink-2">{mend}</p>}
      {place === undefined ? null : (
        <Link to="/admin/$section" params={{ section: place }} className="justify-self-start font-med text-accent">
          {t(($) => $.admin.sections[place])}
        </Link>
      )}
    </li>
  );
}

/** The step that mends it, in words; empty where nothing is to be mended. */
function useMend(code: HealthFinding['code']): string {
  const { t } = useWords();
  const steps: Readonly<Record<string, string>> = t(($) => $.admin.health.mend, { returnObjects: true });
  return steps[code] ?? '';
}
