import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import type { LineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { RuleList } from '#forwarding/RuleList.tsx';
import { useForwardingForm } from '#forwarding/use-forwarding-form.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toasts.ts';
import { nameOf, useForwardingOf, useUsers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

interface ForwardingPanelProps {
  user: AdminUser;
  onClose: () => void;
}

/** Where the calls of a user's own line go, once that is known. */
export function ForwardingPanel(props: ForwardingPanelProps) {
  const line = useForwardingOf(props.user.id);
  return line === null ? null : <Rules {...props} {...line} />;
}

interface RulesProps extends ForwardingPanelProps {
  channelId: string;
  forwarding: LineForwarding;
}

/** Where the calls of a user's own line go. The switch applies immediately, the rules once they are saved. */
function Rules({ user, channelId, forwarding, onClose }: RulesProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const params = { userId: user.id };
  const form = useForwardingForm(forwarding, (body) => call(adminChannelRoutes.setForwardingOfUser, { params, body }));
  const users = useUsers();
  const colleagues = users.rows
    .filter(({ id, state }) => state !== 'deactivated' && id !== user.id)
    .map((each) => ({ id: each.id, name: nameOf(each) }))
    .sort((one, two) => one.name.localeCompare(two.name));
  const save = async () => {
    if (!(await form.save())) return;
    toast({ tone: 'ok', title: t(($) => $.admin.saved) });
  };
  const turn = (isOn: boolean) => {
    const shown = patchLive(adminQueries.adminChannels, channelId, { forwarding: { ...forwarding, isOn } });
    const order = () => call(adminChannelRoutes.setForwardingOfUser, { params, body: { isOn } });
    void run(() => confirmed([shown], order), { title: t(($) => $.admin.saved) });
  };
  return (
    <EditorPanel
      title={t(($) => $.forwarding.user.title, { name: nameOf(user) })}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isBusy}
      idle={!form.isDirty}
      onSubmit={() => void save()}
    >
      <Switch
        label={t(($) => $.forwarding.user.switch)}
        help={forwarding.rules.length === 0 ? t(($) => $.forwarding.noRules) : undefined}
        checked={forwarding.isOn}
        disabled={busy || (forwarding.rules.length === 0 && !forwarding.isOn)}
        onChange={(event) => turn(event.target.checked)}
      />
      <RuleList form={form} colleagues={users.status === 'ready' ? colleagues : null} isOthers />
    </EditorPanel>
  );
}
