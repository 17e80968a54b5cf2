import { type DirectoryGroup, type DirectoryState, removablePercents } from '@sidetone/contract/entities/directory.ts';
import { apiTokenRoutes } from '@sidetone/contract/http/api-token-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { Instead } from '../setting/use-setting.tsx';

const queryKey = ['directory'];
/** While the page is open a directory may work, and be stopped. */
const everyMs = 5000;

/** What the directory of the company does here, how many users it may take away, and its groups. */
export function Directory() {
  const { t } = useWords();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(apiTokenRoutes.directory, {}, { signal }),
    refetchInterval: everyMs,
  });
  return (
    <Group title={t(($) => $.admin.access.directory)} text={t(($) => $.admin.access.directoryText)}>
      {data ? (
        <Known state={data} />
      ) : (
        <Instead problem={isError ? t(($) => $.admin.loadFailed) : null} onRetry={() => void refetch()} />
      )}
    </Group>
  );
}

/** Runs a change, and shows what came of it. */
function useChange() {
  const queries = useQueryClient();
  const { run, busy } = useRun();
  const change = async (work: () => Promise<unknown>, title: string) => {
    await run(work, { title });
    await queries.invalidateQueries({ queryKey });
  };
  return { change, busy };
}

function Known({ state }: { state: DirectoryState }) {
  const { t, language } = useWords();
  const { change, busy } = useChange();
  const { users, removablePercent, allowedUntil, groups } = state;
  return (
    <div className="grid gap-4">
      {state.stopped ? <Stopped stopped={state.stopped} /> : null}
      <p role="status">
        {users === 0 ? t(($) => $.admin.access.noUsers) : t(($) => $.admin.access.users, { count: users })}
        {allowedUntil === null
          ? null
          : ` ${t(($) => $.admin.access.allowedUntil, { when: formatMoment(allowedUntil, language) })}`}
      </p>
      <Select
        className="max-w-80"
        label={t(($) => $.admin.access.limit)}
        help={t(($) => $.admin.access.limitHelp)}
        disabled={busy}
        value={String(removablePercent)}
        onChange={({ target }) =>
          void change(
            () => call(apiTokenRoutes.changeDirectory, { body: { removablePercent: Number(target.value) } }),
            t(($) => $.admin.access.saved),
          )
        }
        options={removablePercents.map((percent) => ({
          value: String(percent),
          label: t(($) => $.admin.access.percent, { percent }),
        }))}
      />
      {groups.length === 0 ? null : <Groups groups={groups} />}
    </div>
  );
}

function Stopped({ stopped: { at, allowed } }: { stopped: NonNullable<DirectoryState['stopped']> }) {
  const { t, language } = useWords();
  const { change, busy } = useChange();
  const decide = (allow: boolean) =>
    change(
      () => call(apiTokenRoutes.changeDirectory, { body: { allow } }),
      t(($) => (allow ? $.admin.access.allowed : $.admin.access.resumed)),
    );
  return (
    <div role="alert" className="grid gap-3 rounded-m border border-ring-line bg-ring-tint p-4">
      <p className="flex gap-2 font-med">
        <Icon of={ShieldAlert} className="mt-0.5 flex-none text-ring" />
        {t(($) => $.admin.access.stopped, { when: formatMoment(at, language), count: allowed })}
      </p>
      <p>{t(($) => $.admin.access.stoppedText)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" disabled={busy} onClick={() => void decide(false)}>
          {t(($) => $.admin.access.resume)}
        </Button>
        <Button size="s" tone="danger" disabled={busy} onClick={() => void decide(true)}>
          {t(($) => $.admin.access.allow)}
        </Button>
      </div>
    </div>
  );
}

function Groups({ groups }: { groups: readonly DirectoryGroup[] }) {
  const { t } = useWords();
  const { change, busy } = useChange();
  const shared = useAdminChannels().rows.filter(({ type }) => type === 'acd');
  return (
    <div className="grid gap-2">
      <h3 className="font-med text-12 text-ink-2">{t(($) => $.admin.access.groups)}</h3>
      <p className="text-12 text-ink-3">{t(($) => $.admin.access.groupsText)}</p>
      <ul aria-label={t(($) => $.admin.access.groups)}>
        {groups.map(({ id, name, members, channelId }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-line border-b py-2 last:border-b-0">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere block font-med">{name}</span>
              <span className="block text-12 text-ink-3">{t(($) => $.admin.access.members, { count: members })}</span>
            </span>
            <Select
              className="w-60 max-w-full"
              hideLabel
              label={t(($) => $.admin.access.channelOf, { name })}
              disabled={busy}
              value={channelId ?? ''}
              onChange={({ target }) =>
                void change(
                  () =>
                    call(apiTokenRoutes.linkDirectoryGroup, {
                      params: { groupId: id },
                      body: { channelId: target.value === '' ? null : target.value },
                    }),
                  t(($) => $.admin.access.saved),
                )
              }
              options={[
                { value: '', label: t(($) => $.admin.access.noChannel) },
                ...shared.map((channel) => ({ value: channel.id, label: channel.name })),
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
