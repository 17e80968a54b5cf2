import {
  type AdminDevice,
  deskPhoneName,
  type SipSettings as Settings,
} from '@sidetone/contract/entities/admin-device.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { deviceTones } from '../device-state.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useEditor } from '../use-editor.ts';
import { PhoneSetup } from './PhoneSetup.tsx';
import { firmwareOfDevice } from './phone-lines.ts';
import { SipSettings } from './SipSettings.tsx';
import { usePhoneKeys } from './use-phone-keys.ts';

const nameChange = z.object({ name: deskPhoneName });

/** One device: its name, the settings to type into it, and where it is registered. */
export function PhonePanel({ device, onClose }: { device: AdminDevice; onClose: () => void }) {
  const { t, language } = useWords();
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const [fresh, setFresh] = useState<Settings | null>(null);
  const isPhone = device.kind === 'phone';
  const params = { phoneId: device.id };
  const { data } = useQuery({
    queryKey: ['desk-phone-settings', device.id],
    queryFn: ({ signal }) => call(adminDeviceRoutes.deskPhoneSettings, { params }, { signal }),
    enabled: isPhone,
  });
  const editor = useEditor<{ name: string }, { name: string }>({
    values: { name: device.name },
    schema: nameChange,
    save: async (body) => {
      await call(adminDeviceRoutes.renameDeskPhone, { params, body });
    },
    saved: t(($) => $.admin.saved),
  });
  const settings = fresh ?? data;
  const keys = usePhoneKeys(device.id, device.setup);
  // The name is said to be saved only where the keys are, too.
  const save = async () => {
    const isAboutKeys = keys.dirty;
    if (isAboutKeys && !(await keys.save())) return;
    if (editor.dirty || !isAboutKeys) await editor.submit();
  };

  const askNewPassword = () =>
    setQuestion({
      title: t(($) => $.admin.phones.newPassword.title, { name: device.name }),
      text: t(($) => (device.setup === null ? $.admin.phones.newPassword.text : $.admin.phoneSetup.newPasswordText)),
      action: t(($) => $.admin.phones.newPassword.action),
      run: async () => {
        setFresh(await run(() => call(adminDeviceRoutes.resetDeskPhonePassword, { params }), null));
      },
    });

  return (
    <EditorPanel
      title={device.name}
      subtitle={device.userName}
      onClose={onClose}
      dirty={editor.dirty || keys.dirty}
      busy={editor.busy || keys.busy}
      problem={editor.problem}
      {...(isPhone ? { onSubmit: () => void save() } : {})}
    >
      <p>
        <StateBadge tone={deviceTones[device.state]}>{t(($) => $.admin.phones.states[device.state])}</StateBadge>
      </p>
      {isPhone ? (
        <Field label={t(($) => $.admin.phones.name)} error={editor.error('name')} {...editor.form.register('name')} />
      ) : null}
      {isPhone && settings ? (
        <Group title={t(($) => $.admin.phones.settings)} text={t(($) => $.admin.phones.settingsText)}>
          <SipSettings settings={settings} />
          <div>
            <Button onClick={askNewPassword}>
              <Icon of={RefreshCw} />
              {t(($) => $.admin.phones.newPassword.action)}
            </Button>
          </div>
        </Group>
      ) : null}
      {isPhone ? (
        <PhoneSetup
          // An address from before a new password is worthless.
          key={fresh?.password}
          phoneId={device.id}
          name={device.name}
          setup={device.setup}
          isRegistered={device.registrations.length > 0}
          firmware={firmwareOfDevice(device)}
          keys={keys}
        />
      ) : null}
      <Group title={t(($) => $.admin.phones.registrations)}>
        {device.registrations.length === 0 ? (
          <p className="text-ink-3">{t(($) => $.admin.phones.notRegistered)}</p>
        ) : (
          <ul>
            {device.registrations.map((one) => (
              <li key={`${one.transport} ${one.address}`} className="border-line border-b py-2 last:border-b-0">
                <div className="font-med">{one.userAgent ?? t(($) => $.admin.phones.kinds[device.kind])}</div>
                <div className="text-12 text-ink-3">
                  {one.address} ({one.transport.toUpperCase()}),{' '}
                  {t(($) => $.admin.phones.until, { until: formatMoment(one.expiresAt, language) })}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Group>
      {/* Within the panel: a press in a dialog beside it would count as one beside the panel, and close it. */}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </EditorPanel>
  );
}
