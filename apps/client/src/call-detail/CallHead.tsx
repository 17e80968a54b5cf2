import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
import { transcriptionRoutes } from '@sidetone/contract/http/transcription-routes.ts';
import { BookUser, Download, Ellipsis, FileText, FileX, Link2, MessagesSquare, Phone, Trash2, X } from 'lucide-react';
import { ContactShortcuts, ContactSource } from '#contacts/ContactShortcuts.tsx';
import { useCanCall } from '#contacts/can-call.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { NumberMenuItems } from '#contacts/NumberMenuItems.tsx';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useReadNumber } from '#contacts/number-place.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { download } from '#live/line/download.ts';
import { call as ask } from '#live/line/http.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { toast } from '#ui/toasts.ts';
import { documentingOf, mayDocument } from './facts.ts';
import { HeadFrame } from './HeadFrame.tsx';
import type { CallNames } from './names.ts';

interface CallHeadProps {
  row: InboxRow;
  names: CallNames;
  /** Null where there is nobody to call. */
  onCall: (() => void) | null;
  onOpenThread: () => void;
  /** Null where the other side is not a contact. */
  onOpenContact: (() => void) | null;
  /** Null for users who may not write contacts. */
  numberActions: NumberActions | null;
  /** Null for users who may not delete this call. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** Head of the page of a call: the other side, and the actions for them. */
export function CallHead(props: CallHeadProps) {
  const { row, names, onCall, onOpenThread, onOpenContact, onDelete, onClose } = props;
  const { t } = useWords();
  const read = useReadNumber();
  const canCall = useCanCall();
  const colleagues = useColleagues();
  const { remote, call } = row;
  const colleague = remote.userId === null ? null : colleagues.get(remote.userId);
  const contactId = remote.contactId ?? remote.userId;
  const copyLink = async () => {
    const link = new URL(`/main/call-events/${encodeURIComponent(row.id)}`, location.origin);
    link.searchParams.set('channelId', row.channelId);
    try {
      await copyToClipboard(link.href);
      toast({ tone: 'ok', title: t(($) => $.callDetail.head.linkCopied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.callDetail.head.notCopied) });
    }
  };
  return (
    <HeadFrame
      row={row}
      names={names}
      presence={colleague ? presenceLook(colleague.neoPbxStatus).mark : null}
      marks={
        <>
          {remote.isTeam ? (
            <span className="flex-none rounded-xs border border-line-strong px-1.5 text-12 text-ink-2">
              {t(($) => $.callDetail.team)}
            </span>
          ) : null}
          <ContactSource contactId={contactId} />
        </>
      }
      line={besideName(row, call.remotePhoneNumber === null ? null : read(call.remotePhoneNumber))}
    >
      {onCall === null ? null : (
        <Tooltip text={t(($) => $.callDetail.head.callTo, { name: names.remote })} hotkey="C">
          <Button disabled={!canCall} onClick={onCall}>
            <Icon of={Phone} className="text-live" />
            <span className="max-[559px]:sr-only">{t(($) => $.callDetail.head.call)}</span>
          </Button>
        </Tooltip>
      )}
      <span className="flex flex-none items-center">
        <ContactShortcuts contactId={contactId} />
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.callDetail.head.more)} />}>
          <MenuItem icon={Link2} onSelect={() => void copyLink()}>
            {t(($) => $.callDetail.head.copyLink)}
          </MenuItem>
          <MenuItem icon={MessagesSquare} onSelect={onOpenThread}>
            {t(($) => $.callDetail.head.openThread)}
          </MenuItem>
          {onOpenContact === null ? null : (
            <MenuItem icon={BookUser} onSelect={onOpenContact}>
              {t(($) => $.contacts.open)}
            </MenuItem>
          )}
          {onOpenContact === null ? (
            <NumberMenuItems number={call.remotePhoneNumber} actions={props.numberActions} />
          ) : null}
          <DocumentingItem row={row} />
          <VconItem row={row} />
          {onDelete === null ? null : (
            <>
              <MenuSeparator />
              <MenuItem icon={Trash2} onSelect={onDelete}>
                {t(($) => $.callDetail.head.deleteEvent)}
              </MenuItem>
            </>
          )}
        </Menu>
        <IconButton icon={X} label={t(($) => $.callDetail.close)} hotkey="Escape" onClick={onClose} />
      </span>
    </HeadFrame>
  );
}

/** Stops what is being made of a call, or asks for it. ROLE-009, ROLE-010 */
function DocumentingItem({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const me = useMe();
  const flags = useFlags();
  const next = documentingOf(row, flags);
  if (next === null || !mayDocument(me, flags)) return null;
  const act = async () => {
    const given = { params: { sessionId: row.id }, query: { channelId: row.channelId } };
    try {
      if (next === 'resume') await ask(transcriptionRoutes.resumeTranscription, given);
      else if (next === 'skip') await ask(transcriptionRoutes.skipTranscription, given);
      else await ask(transcriptionRoutes.cancelTranscription, given);
    } catch (error) {
      // Nothing is shown of it. ERR-052
      console.error('[call-detail] documentation not changed', next, row.id, error);
    }
  };
  return (
    <MenuItem icon={next === 'resume' ? FileText : FileX} onSelect={() => void act()}>
      {next === 'resume' ? t(($) => $.callDetail.head.document) : t(($) => $.callDetail.head.stopDocumenting)}
    </MenuItem>
  );
}

/** Saves the call as a signed vCon, under a name that says nothing of it. */
function VconItem({ row: { id, channelId } }: { row: InboxRow }) {
  const { t } = useWords();
  const save = async () => {
    try {
      await download(inboxRoutes.callVcon, { params: { channelId, docId: id } }, `call-${id}.vcon`);
    } catch (error) {
      toast({ tone: 'error', title: t(($) => $.callDetail.head.vconFailed), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <MenuItem icon={Download} onSelect={() => void save()}>
      {t(($) => $.callDetail.head.vcon)}
    </MenuItem>
  );
}

/** The organisation, else the number of a person who has a name. */
function besideName({ remote }: InboxRow, number: string | null): string | null {
  if (remote.organization !== null && remote.organization !== remote.name) return remote.organization;
  return remote.name === null ? null : number;
}
