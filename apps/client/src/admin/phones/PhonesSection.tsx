import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { adminSipAccountRoutes } from '@sidetone/contract/http/admin/sip-account-routes.ts';
import { KeyRound, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { FeatureCodeList } from '#channels/FeatureCodeList.tsx';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { EditorPanel } from '../EditorPanel.tsx';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useOpen } from '../use-open.ts';
import { useRemoval } from '../use-removal.tsx';
import { ManyPhonesPanel } from './ManyPhonesPanel.tsx';
import { NewPhonePanel } from './NewPhonePanel.tsx';
import { PhonePanel } from './PhonePanel.tsx';
import { aboutLine, type PhoneLine, phoneLines, textsOf } from './phone-lines.ts';
import { SipAccountPanel } from './SipAccountPanel.tsx';
import { usePhoneColumns } from './use-phone-columns.tsx';

/** The codes that phones dial, as the address names them. */
const starCodes = 'star-codes';

/**
 * The kind of line to create, as the address names it: `new` is the one that the generation of the company calls with.
 */
const newDeskPhone = 'new-desk-phone';
/** Several desk phones together, as the address names them. */
const manyPhones = 'many-phones';

/** Every line that rings for users: desk phones and apps, with where they are registered now, and SIP accounts. */
export function PhonesSection() {
  const { t } = useWords();
  const { rows: devices, status } = useLive(adminQueries.adminDevices, {});
  const accounts = useLive(adminQueries.adminSipAccounts, {});
  const isClassic = useHasNeoPbx() === false;
  const { open, setOpen } = useOpen();
  const { askRemove, question } = usePhoneRemoval((id) => open === id && setOpen(null));
  const lines = useMemo(() => phoneLines(accounts.rows, devices), [accounts.rows, devices]);
  const isLoading = status === 'loading' || accounts.status === 'loading';
  const columns = usePhoneColumns(accounts.rows.length > 0);
  const words = isClassic ? 'sipAccounts' : 'phones';
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.phones)}
        note={isLoading ? undefined : String(lines.length)}
        search={t(($) => $.admin.phones.filter)}
        texts={textsOf}
        add={t(($) => $.admin[words].add)}
        actions={(show) => (
          <>
            <Button size="l" onClick={() => show(starCodes)}>
              {t(($) => $.featureCodes.title)}
            </Button>
            <Button size="l" onClick={() => show(manyPhones)}>
              {t(($) => $.admin.manyPhones.title)}
            </Button>
            {isClassic ? (
              <Button size="l" onClick={() => show(newDeskPhone)}>
                {t(($) => $.admin.sipAccounts.addDeskPhone)}
              </Button>
            ) : null}
          </>
        )}
        rows={lines}
        isLoading={isLoading}
        columns={columns}
        menu={(line) => (
          <RowMenu name={aboutLine(line).name}>
            {line.of === 'account' || line.device.kind === 'phone' ? (
              <MenuItem icon={KeyRound} onSelect={() => setOpen(line.id)}>
                {t(($) => $.admin.phones.settings)}
              </MenuItem>
            ) : null}
            <MenuItem icon={Trash2} onSelect={() => askRemove(line)}>
              {t(($) => $.admin.phones.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin[words].empty), text: t(($) => $.admin[words].emptyText) }}
        panel={({ row, name, close }) => <OpenPanel open={name} line={row} isClassic={isClassic} onClose={close} />}
      />
      {question}
    </>
  );
}

interface OpenPanelProps {
  open: string;
  line: PhoneLine | undefined;
  isClassic: boolean;
  onClose: () => void;
}

function OpenPanel({ open, line, isClassic, onClose }: OpenPanelProps) {
  if (open === starCodes) return <StarCodesPanel onClose={onClose} />;
  if (open === newDeskPhone || (open === 'new' && !isClassic)) return <NewPhonePanel onClose={onClose} />;
  if (open === manyPhones) return <ManyPhonesPanel onClose={onClose} />;
  if (open === 'new') return <SipAccountPanel account={null} onClose={onClose} />;
  if (line === undefined) return null;
  return line.of === 'account' ? (
    <SipAccountPanel key={line.id} account={line.account} onClose={onClose} />
  ) : (
    <PhonePanel key={line.id} device={line.device} onClose={onClose} />
  );
}

function StarCodesPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <EditorPanel title={t(($) => $.featureCodes.title)} subtitle={t(($) => $.featureCodes.text)} onClose={onClose}>
      <FeatureCodeList />
    </EditorPanel>
  );
}

/** Asks before a line is removed; `onRemoved` gets its id. */
function usePhoneRemoval(onRemoved: (id: string) => void) {
  const { t } = useWords();
  return useRemoval<PhoneLine>({
    words: (line) => {
      const { name, userName: user } = aboutLine(line);
      const text =
        line.of === 'account'
          ? t(($) => $.admin.sipAccounts.removeText, { user })
          : t(($) => (line.device.kind === 'phone' ? $.admin.phones.remove.text : $.admin.phones.remove.app), { user });
      return {
        title: t(($) => $.admin.phones.remove.title, { name }),
        text,
        action: t(($) => $.admin.phones.remove.action),
        done: { title: t(($) => $.admin.phones.remove.done, { name }) },
      };
    },
    remove: (line) =>
      line.of === 'account'
        ? call(adminSipAccountRoutes.removeSipAccount, { params: { sipAccountId: line.id } })
        : call(adminDeviceRoutes.removeDevice, { params: { phoneId: line.id } }),
    onRemoved: ({ id }) => onRemoved(id),
  });
}
