import type { ContactFileFormat } from '@sidetone/contract/entities/contact-import.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { Download, Upload } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { download } from '#live/line/download.ts';
import { useMe } from '#live/queries/me.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';

/** The entries of the contacts page's menu about files: import contacts, and export the company's own address book. */
export function ContactFileItems({ onImport }: { onImport: () => void }) {
  const { t } = useWords();
  const me = useMe();
  const mayWrite = hasGrant(me, 'CONTACT_WRITE');
  const mayRead = hasGrant(me, 'CONTACT_READ');

  const exportAs = async (format: ContactFileFormat, name: string) => {
    try {
      await download(contactRoutes.exportContacts, { query: { format } }, name);
    } catch (error) {
      toast({ tone: 'error', title: t(($) => $.contactFiles.notExported), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <>
      <MenuItem icon={Upload} disabled={!mayWrite} onSelect={onImport}>
        {t(($) => $.contactFiles.import)}
      </MenuItem>
      <MenuItem icon={Download} disabled={!mayRead} onSelect={() => void exportAs('vcard', 'contacts.vcf')}>
        {t(($) => $.contactFiles.exportVCard)}
      </MenuItem>
      <MenuItem icon={Download} disabled={!mayRead} onSelect={() => void exportAs('csv', 'contacts.csv')}>
        {t(($) => $.contactFiles.exportCsv)}
      </MenuItem>
    </>
  );
}
