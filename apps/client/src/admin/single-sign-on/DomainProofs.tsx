import type { DomainProof } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { CopyField } from '../CopyField.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

const tones: Readonly<Record<DomainProof['state'], StateTone>> = { waiting: 'ring', proved: 'live', lost: 'missed' };

/** Whether each email domain is proved, and the record that proves it. */
export function DomainProofs({ proofs }: { proofs: readonly DomainProof[] }) {
  const { t } = useWords();
  const [known, setKnown] = useState(proofs);
  const found = (proof: DomainProof) =>
    setKnown((all) => all.map((one) => (one.domain === proof.domain ? proof : one)));
  return (
    <Group title={t(($) => $.admin.sso.proofs.title)} text={t(($) => $.admin.sso.proofs.text)}>
      <ul className="grid gap-3">
        {known.map((proof) => (
          <Proof key={proof.domain} proof={proof} onFound={found} />
        ))}
      </ul>
    </Group>
  );
}

function Proof({ proof, onFound }: { proof: DomainProof; onFound: (proof: DomainProof) => void }) {
  const { t, language } = useWords();
  const { run, busy } = useRun();
  const { domain, state, record, problem, losesAt } = proof;
  const thisYear = new Date().getFullYear();
  const day = (moment: string) => formatDay(dayOf(new Date(moment)), language, thisYear);
  const check = async () => {
    const done = await run(() => call(adminSignOnRoutes.proveDomain, { params: { domain } }), null);
    if (done) onFound(done.proof);
  };
  const words = t(($) => (busy ? $.admin.sso.proofs.checking : $.admin.sso.proofs.check));
  const kept = () => {
    if (state === 'proved' || !proof.counts) return null;
    const { keptUntil } = proof;
    if (keptUntil === null) return t(($) => $.admin.sso.proofs.kept);
    return t(($) => $.admin.sso.proofs.keptUntil, { day: day(keptUntil) });
  };
  return (
    <li aria-label={domain} className="grid gap-3 rounded-m border border-line p-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 break-all font-med">{domain}</span>
        <span role="status" className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 text-12 text-ink-2">
          <StateBadge tone={tones[state]}>{t(($) => $.admin.sso.proofs.state[state])}</StateBadge>
          <span className="empty:hidden">{kept()}</span>
          {losesAt === null ? null : (
            <span className="text-missed">{t(($) => $.admin.sso.proofs.losesAt, { day: day(losesAt) })}</span>
          )}
          {problem === null ? null : <span>{t(($) => $.admin.sso.proofs.problem[problem])}</span>}
        </span>
        <Button
          size="s"
          aria-disabled={busy || undefined}
          aria-label={`${words}: ${domain}`}
          onClick={() => (busy ? undefined : void check())}
        >
          {words}
        </Button>
      </div>
      {state === 'proved' && problem === null ? null : (
        <>
          <CopyField label={t(($) => $.admin.sso.proofs.name, { domain })} value={record.name} />
          <CopyField label={t(($) => $.admin.sso.proofs.value, { domain })} value={record.value} />
        </>
      )}
    </li>
  );
}
