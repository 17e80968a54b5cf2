import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { deskPhoneName, type SipSettings as Settings } from '@sidetone/contract/entities/admin-device.ts';
import { webUserId } from '@sidetone/contract/entities/common.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Field } from '#ui/Field.tsx';
import { useUsers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { PhoneSetup } from './PhoneSetup.tsx';
import { firmwareOfDevice } from './phone-lines.ts';
import { SipSettings } from './SipSettings.tsx';
import { UserSelect } from './UserSelect.tsx';
import { usePhoneKeys } from './use-phone-keys.ts';

const newPhone = z.object({ userId: webUserId, name: deskPhoneName });

/** A new desk phone, and then immediately the settings to type into it or scan. */
export function NewPhonePanel({ onClose }: { onClose: () => void }) {
  const { status } = useUsers();
  // The users may load after the address that names one of them.
  if (status === 'loading') return null;
  return <NewPhoneForm onClose={onClose} />;
}

function NewPhoneForm({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { user: wanted } = useSearch({ strict: false });
  const [made, setMade] = useState<Made | null>(null);
  const editor = useEditor<z.infer<typeof newPhone>, z.infer<typeof newPhone>>({
    values: { userId: wanted ?? '', name: '' },
    schema: newPhone,
    save: async (body) => {
      setMade({ ...(await call(adminDeviceRoutes.addDeskPhone, { body })), name: body.name });
    },
  });
  const { register } = editor.form;

  return made ? (
    <MadePhone made={made} onClose={onClose} />
  ) : (
    <EditorPanel
      title={t(($) => $.admin.phones.add)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      submitLabel={t(($) => $.admin.add)}
    >
      <UserSelect error={editor.error('userId')} {...register('userId')} />
      <Field
        label={t(($) => $.admin.phones.name)}
        help={t(($) => $.admin.phones.nameHelp)}
        autoComplete="off"
        error={editor.error('name')}
        {...register('name')}
      />
    </EditorPanel>
  );
}

interface Made {
  readonly phoneId: string;
  readonly name: string;
  readonly settings: Settings;
}

/** The settings of a phone that was just added, or what it needs to fetch them by itself. */
function MadePhone({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useWords();
  const { rows } = useLive(adminQueries.adminDevices, {});
  const device = rows.find(({ id }) => id === made.phoneId);
  const setup = device?.setup ?? null;
  const keys = usePhoneKeys(made.phoneId, setup);
  return (
    <EditorPanel
      title={made.name}
      subtitle={t(($) => $.admin.phones.added)}
      onClose={onClose}
      dirty={keys.dirty}
      extra={<span role="status" className="sr-only">{`${made.name}: ${t(($) => $.admin.phones.added)}`}</span>}
    >
      {/* A phone that sets itself up has another password than the one that was made first. */}
      {setup === null ? <SipSettings settings={made.settings} /> : null}
      <PhoneSetup
        phoneId={made.phoneId}
        name={made.name}
        setup={setup}
        isRegistered={(device?.registrations.length ?? 0) > 0}
        firmware={device ? firmwareOfDevice(device) : null}
        keys={keys}
      />
    </EditorPanel>
  );
}
