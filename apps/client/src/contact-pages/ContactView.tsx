import { useParams, useRouter } from '@tanstack/react-router';
import { ContactPanel } from './ContactPanel.tsx';
import { closePanel } from './ContactsPage.tsx';

/** The page of the contact in the address, beside the list of contacts. */
export function ContactView() {
  const router = useRouter();
  const { contactId } = useParams({ strict: false });
  if (contactId === undefined) return null;
  return <ContactPanel contactId={contactId} onBack={null} onClose={() => closePanel(router)} />;
}
