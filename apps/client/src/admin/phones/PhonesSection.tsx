import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin-device-routes.ts';
import { adminSipAccountRoutes } from '@sidetone/contract/http/admin-sip-account-routes.ts';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { useLive } from '#live/live.ts';
import { Button } from '#ui/Button.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { NewPhonePanel } from './NewPhonePanel.tsx';
import { PhonePanel } from './PhonePanel.tsx';
import { aboutLine, lineMatches, type PhoneLine, phoneLines } from './phone-lines.ts';
import { SipAccountPanel } from './SipAccountPanel.tsx';
import { usePhoneColumns } from './use-phone-columns.tsx';

/** What is to be made, as the address names it: `new` is what the generation of the company calls with. */
const newDeskPhone = 'new-desk-phone';

/** Everything that rings for people: desk phones and apps, with where they are registered now, and SIP accounts. */
export function PhonesSection() {
  const { t } = useWords();
  const { rows: devices, status } = useLive(adminQueries.adminDevices, {});
  const accounts = useLive(adminQueries.adminSipAccounts, {});
  const isClassic = useHasNeoPbx() === false;
  const { open, setOpen } = useOpen();
  const [typed, setTyped] = useState('');
  const { question, ask, forget } = useRemoval((id) => open === id && setOpen(null));

  const lines = useMemo(() => phoneLines(accounts.rows, devices), [accounts.rows, devices]);
  const isLoading = status === 'loading' || accounts.status === 'loading';
  const columns = usePhoneColumns(accounts.rows.length > 0);
  const close = () => setOpen(null);

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.phones)}
        note={isLoading ? undefined : String(lines.length)}
        search={{ label: t(($) => $.admin.phones.filter), value: typed, onChange: setTyped }}
        actions={<AddButtons isClassic={isClassic} onAdd={setOpen} />}
      >
        <DataTable
          label={t(($) => $.admin.sections.phones)}
          rows={lines.filter((line) => lineMatches(typed, line))}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setOpen(id)}
          current={open}
          loading={isLoading}
          end={(line) => (
            <RowMenu name={aboutLine(line).name}>
              {line.of === 'account' || line.device.kind === 'phone' ? (
                <MenuItem icon={KeyRound} onSelect={() => setOpen(line.id)}>
                  {t(($) => $.admin.phones.settings)}
                </MenuItem>
              ) : null}
              <MenuItem icon={Trash2} onSelect={() => ask(line)}>
                {t(($) => $.admin.phones.remove.action)}
              </MenuItem>
            </RowMenu>
          )}
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            lines.length > 0 ? (
              <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
            ) : isClassic ? (
              <Empty title={t(($) => $.admin.sipAccounts.empty)} text={t(($) => $.admin.sipAccounts.emptyText)} />
            ) : (
              <Empty title={t(($) => $.admin.phones.empty)} text={t(($) => $.admin.phones.emptyText)} />
            )
          }
        />
      </SectionFrame>
      <OpenPanel open={open} lines={lines} isClassic={isClassic} onClose={close} />
      <ConfirmDialog question={question} onClose={forget} />
    </>
  );
}

function AddButtons({ isClassic, onAdd }: { isClassic: boolean; onAdd: (what: string) => void }) {
  const { t } = useWords();
  return (
    <>
      {isClassic ? (
        <Button size="l" onClick={() => onAdd(newDeskPhone)}>
          {t(($) => $.admin.sipAccounts.addDeskPhone)}
        </Button>
      ) : null}
      <Button tone="primary" size="l" onClick={() => onAdd('new')}>
        <Icon of={Plus} />
        {isClassic ? t(($) => $.admin.sipAccounts.add) : t(($) => $.admin.phones.add)}
      </Button>
    </>
  );
}

interface OpenPanelProps {
  open: string | null;
  lines: readonly PhoneLine[];
  isClassic: boolean;
  onClose: () => void;
}

function OpenPanel({ open, lines, isClassic, onClose }: OpenPanelProps) {
  if (open === newDeskPhone || (open === 'new' && !isClassic)) return <NewPhonePanel onClose={onClose} />;
  if (open === 'new') return <SipAccountPanel account={null} onClose={onClose} />;
  const line = lines.find(({ id }) => id === open);
  if (line === undefined) return null;
  return line.of === 'account' ? (
    <SipAccountPanel key={line.id} account={line.account} onClose={onClose} />
  ) : (
    <PhonePanel key={line.id} device={line.device} onClose={onClose} />
  );
}

/** Asks before a line is taken away; `onRemoved` hears of it with its id. */
function useRemoval(onRemoved: (id: string) => void) {
  const { t } = useWords();
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (line: PhoneLine) => {
    const { name, userName: user } = aboutLine(line);
    const text =
      line.of === 'account'
        ? t(($) => $.admin.sipAccounts.removeText, { user })
        : t(($) => (line.device.kind === 'phone' ? $.admin.phones.remove.text : $.admin.phones.remove.app), { user });
    setQuestion({
      title: t(($) => $.admin.phones.remove.title, { name }),
      text,
      action: t(($) => $.admin.phones.remove.action),
      run: async () => {
        const remove = () =>
          line.of === 'account'
            ? call(adminSipAccountRoutes.removeSipAccount, { params: { sipAccountId: line.id } })
            : call(adminDeviceRoutes.removeDevice, { params: { phoneId: line.id } });
        await run(remove, { title: t(($) => $.admin.phones.remove.done, { name }) });
        onRemoved(line.id);
      },
    });
  };
  return { question, ask, forget: () => setQuestion(null) };
}
