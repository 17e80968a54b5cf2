import type { LineTest, LineTestFinding } from '@sidetone/contract/entities/line-test.ts';
import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { formatNumber, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { useNumbers } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { mendOf } from './line-test-words.ts';

/** A person has to walk to the phone, and talks for a moment, in milliseconds. */
const testTimeoutMs = 90_000;

/** Tests a trunk with a call: to a number of the company, which comes back, or to somebody who answers. */
export function LineTestGroup({ trunk }: { trunk: Pick<Trunk, 'id' | 'host' | 'isEnabled'> }) {
  const { t } = useWords();
  const place = useNumberPlace();
  const numbers = useNumbers().rows;
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const { isBusy, result, problem, run } = useLineTest(trunk.id);
  const own = chosen === '' ? (numbers[0]?.id ?? 'other') : chosen;
  const number = own === 'other' ? normalizeNumber(typed, place) : own;
  const options = [
    ...numbers.map(({ id }) => ({ value: id, label: formatNumber(id) })),
    { value: 'other', label: t(($) => $.admin.alarms.lineTest.other) },
  ];
  return (
    <Group title={t(($) => $.admin.alarms.lineTest.title)} text={t(($) => $.admin.alarms.lineTest.text)}>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.alarms.lineTest.number)}
          options={options}
          value={own}
          onChange={({ target }) => setChosen(target.value)}
        />
        {own === 'other' ? (
          <Field
            label={t(($) => $.admin.alarms.lineTest.typed)}
            type="tel"
            help={t(($) => $.admin.alarms.lineTest.typedHelp)}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isBusy || number === null || !trunk.isEnabled} onClick={() => void run(number ?? '')}>
          <Icon of={PhoneCall} />
          {t(($) => (isBusy ? $.admin.alarms.lineTest.running : $.admin.alarms.lineTest.start))}
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-60 text-12 text-ink-2">
          {isBusy
            ? t(($) => (own === 'other' ? $.admin.alarms.lineTest.waitPerson : $.admin.alarms.lineTest.waitLoop))
            : problem}
        </span>
      </div>
      {result === null ? null : (
        <ol aria-label={t(($) => $.admin.alarms.lineTest.result)} className="grid gap-2">
          {result.findings.map((finding) => (
            <Finding key={finding.step} finding={finding} host={trunk.host} />
          ))}
        </ol>
      )}
    </Group>
  );
}

function useLineTest(trunkId: string) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<LineTest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refusals: Readonly<Record<string, string>> = t(($) => $.admin.alarms.lineTest.refused, { returnObjects: true });
  const run = async (number: string) => {
    setBusy(true);
    setResult(null);
    setProblem(null);
    try {
      const request = { params: { trunkId }, body: { number } };
      setResult(await call(adminDeviceRoutes.callByTrunk, request, { timeoutMs: testTimeoutMs }));
    } catch (cause) {
      console.warn('[admin] the trunk was not tested:', codeOf(cause));
      const issue = cause instanceof ApiError ? cause.issues[0]?.message : undefined;
      const running = codeOf(cause) === 'CONFLICT' ? refusals['running'] : undefined;
      setProblem(refusals[issue ?? ''] ?? running ?? t(($) => $.errors[codeOf(cause)], { detail: '' }));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, result, problem, run };
}

const tones = { ok: 'live', failed: 'missed', unknown: 'ring', skipped: 'off' } as const satisfies Record<
  LineTestFinding['state'],
  StateTone
>;

function Finding({ finding, host }: { finding: LineTestFinding; host: string }) {
  const { t } = useWords();
  const { step, state, said } = finding;
  const mends: Readonly<Record<string, string>> = t(($) => $.admin.alarms.lineTest.mend, { returnObjects: true, host });
  const mend = mendOf(finding);
  const shown = step === 'callerId' && said !== null ? formatNumber(said) : said;
  return (
    <li className="grid gap-1 rounded-m border border-line p-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <StateBadge tone={tones[state]}>{t(($) => $.admin.alarms.lineTest.states[state])}</StateBadge>
        <span className="min-w-0 flex-1 font-med text-ink">{t(($) => $.admin.alarms.lineTest.steps[step])}</span>
        {shown === null ? null : <span className="text-12 text-ink-3 [overflow-wrap:anywhere]">{shown}</span>}
      </div>
      {mend === null ? null : <p className="text-12 text-ink-2">{mends[mend]}</p>}
    </li>
  );
}
