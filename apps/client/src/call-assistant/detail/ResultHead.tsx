import type { AssistantResult } from '@sidetone/contract/entities/assistant.ts';
import { BookUser, Ellipsis, ExternalLink, Phone, Trash2, X } from 'lucide-react';
import { HeadFrame } from '#call-detail/HeadFrame.tsx';
import { useCanCall } from '#contacts/can-call.ts';
import { NumberMenuItems } from '#contacts/NumberMenuItems.tsx';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useResultWords } from '../use-result-words.ts';

interface ResultHeadProps {
  result: AssistantResult;
  /** Null where there is no number. */
  onCall: (() => void) | null;
  /** Null where the call is in no inbox of the user. */
  onOpenCall: (() => void) | null;
  /** Null where the caller is no contact. */
  onOpenContact: (() => void) | null;
  /** Null for users who may not write contacts. */
  numberActions: NumberActions | null;
  /** Null for users who may not delete calls. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** Head of a result: who called, and what can be done about them. SASSIST-001 */
export function ResultHead(props: ResultHeadProps) {
  const { result, onCall, onOpenCall } = props;
  const { t } = useWords();
  const canCall = useCanCall();
  const words = useResultWords()(result);
  const beside = [words.organization, words.named ? words.number : null].filter(Boolean).join(' · ');
  return (
    <HeadFrame
      row={{ remote: result.remote, call: { remotePhoneNumber: result.remoteNumber } }}
      names={{ named: words.named, remote: words.name }}
      marks={null}
      line={beside === '' ? null : beside}
    >
      {onCall === null ? null : (
        <Tooltip text={t(($) => $.callAssistant.callBackTo, { name: words.name })} hotkey="C">
          <Button disabled={!canCall} onClick={onCall}>
            <Icon of={Phone} className="text-live" />
            <span className="max-[559px]:sr-only">{t(($) => $.callAssistant.detail.callBack)}</span>
          </Button>
        </Tooltip>
      )}
      <span className="flex flex-none items-center">
        {onOpenCall === null ? null : (
          <IconButton icon={ExternalLink} label={t(($) => $.callAssistant.detail.openCall)} onClick={onOpenCall} />
        )}
        <HeadMenu {...props} />
        <IconButton icon={X} label={t(($) => $.callAssistant.detail.close)} hotkey="Escape" onClick={props.onClose} />
      </span>
    </HeadFrame>
  );
}

/** What else can be done about a result; nothing where there is nothing. */
function HeadMenu({ result, onOpenContact, numberActions, onDelete }: ResultHeadProps) {
  const { t } = useWords();
  const isStranger = onOpenContact === null && numberActions !== null && result.remoteNumber?.startsWith('+') === true;
  if (onOpenContact === null && !isStranger && onDelete === null) return null;
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.callAssistant.detail.more)} />}>
      {onOpenContact === null ? null : (
        <MenuItem icon={BookUser} onSelect={onOpenContact}>
          {t(($) => $.contacts.open)}
        </MenuItem>
      )}
      {isStranger ? <NumberMenuItems number={result.remoteNumber} actions={numberActions} /> : null}
      {onDelete === null ? null : (
        <MenuItem icon={Trash2} onSelect={onDelete}>
          {t(($) => $.callAssistant.detail.remove.action)}
        </MenuItem>
      )}
    </Menu>
  );
}
