import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { adminCrmRoutes } from '@sidetone/contract/http/admin/crm-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useUserNames } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

interface CrmUsersPanelProps {
  /** Those that take calls; at least one. */
  connections: readonly Pick<ConnectedIntegration, 'id' | 'displayName'>[];
  onClose: () => void;
}

/** Which user of a CRM each user is: the one with the same e-mail address, unless an administrator says otherwise. */
export function CrmUsersPanel({ connections, onClose }: CrmUsersPanelProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState('');
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  return (
    <EditorPanel title={t(($) => $.admin.crm.users)} subtitle={t(($) => $.admin.crm.usersHelp)} onClose={onClose}>
      {connections.length > 1 ? (
        <Select
          label={t(($) => $.admin.crm.crm)}
          value={connection?.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          options={connections.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        />
      ) : null}
      {connection === undefined ? null : <Users key={connection.id} connection={connection} />}
    </EditorPanel>
  );
}

function Users({ connection: { id, displayName } }: { connection: Pick<ConnectedIntegration, 'id' | 'displayName'> }) {
  const { t } = useWords();
  const names = useUserNames();
  const { run, busy } = useRun();
  const { data, isError, refetch } = useQuery({
    queryKey: ['crm-users', id],
    queryFn: ({ signal }) => call(adminCrmRoutes.crmUsers, { params: { integrationId: id } }, { signal }),
    retry: false,
  });
  if (isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>{t(($) => $.admin.crm.usersFailed, { name: displayName })}</p>
        <Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>
      </div>
    );
  if (data === undefined) return <Spinner />;
  const nameOfCrmUser = (crmUserId: string | null) =>
    data.crmUsers.find((one) => one.id === crmUserId)?.name ?? t(($) => $.admin.crm.nobodyThere);
  const match = async (userId: string, crmUserId: string | null) => {
    await run(() => call(adminCrmRoutes.matchCrmUser, { params: { integrationId: id, userId }, body: { crmUserId } }), {
      title: t(($) => $.admin.crm.userMatched),
    });
    await refetch();
  };
  return (
    <div className="grid gap-4">
      {data.users.map(({ userId, byHand, byEmail }) => (
        <Select
          key={userId}
          label={names.get(userId) ?? userId}
          value={byHand ?? ''}
          disabled={busy}
          onChange={({ target }) => void match(userId, target.value === '' ? null : target.value)}
          options={[
            { value: '', label: t(($) => $.admin.crm.byEmail, { name: nameOfCrmUser(byEmail) }) },
            ...data.crmUsers.map((one) => ({
              value: one.id,
              label: one.email === null ? one.name : `${one.name} (${one.email})`,
            })),
            ...(byHand === null || data.crmUsers.some((one) => one.id === byHand)
              ? []
              : [{ value: byHand, label: t(($) => $.admin.crm.gone) }]),
          ]}
        />
      ))}
    </div>
  );
}
