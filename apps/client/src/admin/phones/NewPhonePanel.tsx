import { deskPhoneName, type SipSettings as Settings } from '@sidetone/contract/entities/admin-device.ts';
import { webUserId } from '@sidetone/contract/entities/common.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { useUsers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { UserSelect } from '../UserSelect.tsx';
import { useEditor } from '../use-editor.ts';
import { SipSettings } from './SipSettings.tsx';

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
  const [made, setMade] = useState<{ name: string; settings: Settings } | null>(null);
  const editor = useEditor<z.infer<typeof newPhone>, z.infer<typeof newPhone>>({
    values: { userId: wanted ?? '', name: '' },
    schema: newPhone,
    save: async (body) => {
      const { settings } = await call(adminDeviceRoutes.addDeskPhone, { body });
      setMade({ name: body.name, settings });
    },
  });
  const { register } = editor.form;

  if (made) {
    return (
      <EditorPanel
        title={made.name}
        subtitle={t(($) => $.admin.phones.added)}
        onClose={onClose}
        extra={<span role="status" className="sr-only">{`${made.name}: ${t(($) => $.admin.phones.added)}`}</span>}
      >
        <SipSettings settings={made.settings} />
      </EditorPanel>
    );
  }
  return (
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
