import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { useWords } from '#i18n/use-words.ts';
import { nameOf } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';

/** A user who may do more than the asker: nothing of them can be changed. */
export function BarredPanel({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useWords();
  return (
    <EditorPanel title={nameOf(user)} subtitle={user.email} onClose={onClose}>
      <p className="text-ink-2">{t(($) => $.admin.roles.barred)}</p>
    </EditorPanel>
  );
}
