import { useParams, useRouter } from '@tanstack/react-router';
import { addressOf, channelAt, useChannels } from '#channels/channels.ts';
import { ContactDetail } from '#contacts/ContactDetail.tsx';
import { startCall } from '#dialling/dial.ts';
import { threadLink } from '#pages/thread-link.ts';
import { useContactChannels } from './contact-channels.ts';
import { cameFor } from './contacts-search.ts';

interface ContactPanelProps {
  contactId: string;
  /** Back to the call that the contact was opened from; null where there is none. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/**
 * The page of a contact in the slide-over of any page. Calls start from the channel that is shown, else from the user's
 * own.
 */
export function ContactPanel({ contactId, onBack, onClose }: ContactPanelProps) {
  const router = useRouter();
  const channels = useChannels();
  const shown = useContactChannels();
  const { channelId } = useParams({ strict: false });
  const from = (channelId === undefined ? null : channelAt(channels, channelId)) ?? channels.own;
  const address = (id: string) => {
    const channel = channelAt(channels, id);
    return channel ? addressOf(channel) : id;
  };
  return (
    <ContactDetail
      contactId={contactId}
      channels={shown}
      onBack={onBack}
      onClose={onClose}
      onGone={() => void router.navigate({ to: '/main/contacts', replace: true })}
      onCall={from && ((target) => startCall(target, from.id, { startingPoint: 'Contacts' }))}
      onEdit={(id) =>
        void router.navigate({ to: '/main/contacts/$contactId/edit', params: { contactId: id }, search: cameFor })
      }
      onAddNumber={(id) =>
        void router.navigate({ to: '/main/contacts/add-to/$contactId', params: { contactId: id }, search: cameFor })
      }
      onOpenThread={(id) => router.history.push(threadLink(address(id), { kind: 'contact', contactId }, null))}
      onOpenCall={(id, docId) =>
        void router.navigate({
          to: '/main/channels/$channelId',
          params: { channelId: address(id) },
          search: { call: docId },
        })
      }
    />
  );
}
