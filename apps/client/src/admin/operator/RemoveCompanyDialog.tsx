import type { Company } from '@sidetone/contract/entities/company.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { toast } from '#ui/toasts.ts';
import { useRun } from '../run.ts';

/** Its calls go in steps, a thousand a second; proxies wait no longer than a minute. What takes longer goes on without us. */
const patiently = { timeoutMs: 55_000 };

/** Nobody answered in time; the server goes on by itself. */
const goesOnWithoutUs = (error: unknown): 'goesOn' => {
  if (codeOf(error) !== 'TIMEOUT') throw error;
  return 'goesOn';
};

interface RemoveCompanyDialogProps {
  company: Company;
  onClose: () => void;
}

/** Asks for the whole name before a company is deleted with everything it has. One that runs is suspended first. */
export function RemoveCompanyDialog({ company, onClose }: RemoveCompanyDialogProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const { id: accountId, name, state, users, calls } = company;
  const isReady = state === 'suspended' && calls === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const work = call(companyRoutes.removeCompany, { params: { accountId }, body: { name: typed.trim() } }, patiently);
    const outcome = await run(() => work.then(() => 'done' as const, goesOnWithoutUs), null);
    if (!outcome) return;
    toast({ tone: 'ok', title: t(($) => $.admin.companies.remove[outcome], { name }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.admin.companies.remove.title, { name })}
      description={
        isReady
          ? t(($) => $.admin.companies.remove.text, { count: users })
          : t(($) => (calls > 0 ? $.admin.companies.remove.callsRun : $.admin.companies.remove.suspendFirst))
      }
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.admin.cancel)}</Button>
          <Button tone="danger" type="submit" form={formId} disabled={busy || !isReady || typed.trim() !== name}>
            {t(($) => $.admin.companies.remove.action)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3 px-6 pt-4">
        {isReady ? (
          <Field
            label={t(($) => $.admin.companies.remove.typed, { name })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
