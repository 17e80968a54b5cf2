import type { RoutingTrial } from '@sidetone/contract/entities/routing-trial.ts';
import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useSearch } from '@tanstack/react-router';
import { Route } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels, useCompanyFacts, useNumbers } from '../directory.ts';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { NeedsEditor } from '../skills/NeedsEditor.tsx';
import { TrialSteps } from './TrialSteps.tsx';
import { zonedMoment } from './zoned-moment.ts';

const byNumber = '#number';
/** A browser draws all that it offers; a company may have thousands of numbers. */
const mostOffered = 500;

/** The outcome of a call, without making it: "who rings on Saturday at nine?" */
export function RoutingSection() {
  const { t } = useWords();
  const { open } = useSearch({ strict: false });
  const account = useCompanyFacts();
  const { rows: channels, status } = useAdminChannels();
  const numbers = useNumbers().rows;
  // From a row of the numbers or of the channels.
  const asked = open?.startsWith('+') ? open : null;
  const [chosen, setChosen] = useState<string | null>(asked === null ? (open ?? null) : byNumber);
  const [number, setNumber] = useState(asked === null ? '' : formatNumber(asked));
  const [from, setFrom] = useState('');
  const [at, setAt] = useState('');
  const [needs, setNeeds] = useState<SkillNeed[]>([]);
  const [trial, setTrial] = useState<RoutingTrial | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const numberListId = useId();
  const target = chosen ?? channels[0]?.id ?? byNumber;

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (target === byNumber && number.trim() === '') return setProblem(t(($) => $.admin.routing.numberMissing));
    setBusy(true);
    setProblem(null);
    try {
      const zone = account?.timeZone ?? 'Europe/Berlin';
      setTrial(
        await call(adminChannelRoutes.tryRouting, {
          body: {
            to: target === byNumber ? { number } : { channelId: target },
            ...(from.trim() !== '' && { from }),
            ...(needs.length > 0 && { skills: needs }),
            at: at === '' ? null : zonedMoment(at, zone),
          },
        }),
      );
    } catch (error) {
      const code = codeOf(error);
      setTrial(null);
      setProblem(t(($) => (code === 'NOT_FOUND' ? $.admin.routing.nothingThere : $.errors[code])));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SectionFrame title={t(($) => $.admin.sections.routing)}>
      <PageBody label={t(($) => $.admin.sections.routing)} className="gap-5">
        <p className="text-ink-2">{t(($) => $.admin.routing.intro)}</p>
        <form noValidate className="grid gap-3" onSubmit={(event) => void ask(event)}>
          <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
            <Select
              label={t(($) => $.admin.routing.to)}
              value={target}
              onChange={(event) => setChosen(event.target.value)}
              options={[
                { value: byNumber, label: t(($) => $.admin.routing.otherNumber) },
                ...channels.map((channel) => ({
                  value: channel.id,
                  label: `${channel.name} (${t(($) => $.admin.channels.types[channel.type])})`,
                })),
              ]}
            />
            {target === byNumber ? (
              <>
                <Field
                  label={t(($) => $.admin.routing.number)}
                  type="tel"
                  value={number}
                  help={t(($) => $.admin.routing.numberHelp)}
                  list={numberListId}
                  onChange={(event) => setNumber(event.target.value)}
                />
                <datalist id={numberListId}>
                  {numbers.slice(0, mostOffered).map(({ id, label, channelName }) => (
                    <option key={id} value={formatNumber(id)}>
                      {[label, channelName].filter(Boolean).join(', ')}
                    </option>
                  ))}
                </datalist>
              </>
            ) : null}
            <Field
              label={t(($) => $.admin.routing.from)}
              type="tel"
              maxLength={40}
              value={from}
              help={t(($) => $.admin.routing.fromHelp)}
              onChange={(event) => setFrom(event.target.value)}
            />
            <Field
              label={t(($) => $.admin.routing.at)}
              type="datetime-local"
              value={at}
              help={t(($) => $.admin.routing.atHelp, { zone: account?.timeZone ?? '' })}
              onChange={(event) => setAt(event.target.value)}
            />
          </div>
          <NeedsEditor needs={needs} onChange={setNeeds} />
          <div className="flex items-center gap-3">
            <Button tone="primary" size="l" type="submit" disabled={busy || status === 'loading'}>
              <Icon of={Route} />
              {t(($) => $.admin.routing.ask)}
            </Button>
            <span role="alert" className="text-missed">
              {problem}
            </span>
          </div>
        </form>
        <div role="status">{trial ? <TrialSteps trial={trial} /> : null}</div>
      </PageBody>
    </SectionFrame>
  );
}
