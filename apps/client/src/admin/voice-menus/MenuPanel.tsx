import {
  type AdminVoiceMenu,
  type MenuDestination,
  type NewVoiceMenu,
  newVoiceMenu,
} from '@sidetone/contract/entities/voice-menu.ts';
import { voiceMenuRoutes } from '@sidetone/contract/http/admin/voice-menu-routes.ts';
import { Mic, Play } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { usePlayed } from '../announcements/announcements.ts';
import { NewAnnouncement } from '../announcements/NewAnnouncement.tsx';
import { AnnouncementSelect } from '../assistants/AnnouncementSelect.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { KeysEditor, targetError } from './KeysEditor.tsx';
import { type MenuValues, menuShape, menuValues } from './menu-form.ts';
import { TargetField } from './TargetField.tsx';

interface MenuPanelProps {
  /** Null makes a new one. */
  menu: AdminVoiceMenu | null;
  onClose: () => void;
}

const lastKinds: readonly MenuDestination['kind'][] = [
  'hangUp',
  'channel',
  'voicemail',
  'menu',
  'number',
  'announcement',
];

/** A voice menu: what callers hear, where each key leads, and where callers go if they press no key. */
export function MenuPanel({ menu, onClose }: MenuPanelProps) {
  const { t } = useWords();
  // The menu that the form was filled from: what another administrator changed since then is not written over.
  const [revision] = useState(menu?.revision);
  const editor = useEditor<MenuValues, NewVoiceMenu>({
    values: menuValues(menu),
    schema: newVoiceMenu,
    shape: menuShape,
    async save(body) {
      if (menu) {
        const params = { menuId: menu.id };
        await call(voiceMenuRoutes.changeVoiceMenu, { params, body: { ...body, revision } });
      } else await call(voiceMenuRoutes.createVoiceMenu, { body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue } = editor.form;
  const set = (name: 'keys' | 'nothing' | 'promptAnnouncementId', value: MenuValues[typeof name]) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: editor.problem !== null });
  const numberField = (name: 'waitSeconds' | 'repeats') => (
    <Field
      label={t(($) => $.admin.menus[name])}
      type="number"
      error={editor.error(name)}
      {...register(name, { valueAsNumber: true })}
    />
  );
  return (
    <EditorPanel
      title={menu?.name ?? t(($) => $.admin.menus.add)}
      subtitle={menu ? undefined : t(($) => $.admin.menus.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(menu ? {} : { submitLabel: t(($) => $.admin.menus.create) })}
    >
      <Field
        label={t(($) => $.admin.menus.name)}
        autoComplete="off"
        autoFocus={menu === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <Prompt
        value={watch('promptAnnouncementId')}
        error={editor.error('promptAnnouncementId')}
        onChange={(id) => set('promptAnnouncementId', id)}
      />
      <Group title={t(($) => $.admin.menus.keys)} text={t(($) => $.admin.menus.keysText)}>
        <KeysEditor
          keys={watch('keys')}
          ownMenuId={menu?.id ?? null}
          error={editor.error}
          onChange={(keys) => set('keys', keys)}
        />
        <Switch
          label={t(($) => $.admin.menus.dialExtensions)}
          help={t(($) => $.admin.menus.dialExtensionsHelp)}
          {...register('dialExtensions')}
        />
        <Switch
          label={t(($) => $.admin.menus.dialNames)}
          help={t(($) => $.admin.menus.dialNamesHelp)}
          {...register('dialNames')}
        />
      </Group>
      <Group title={t(($) => $.admin.menus.nothing)} text={t(($) => $.admin.menus.nothingText)}>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {numberField('waitSeconds')}
          {numberField('repeats')}
        </div>
        <TargetField
          label={t(($) => $.admin.menus.nothingTo)}
          kinds={lastKinds}
          value={watch('nothing')}
          ownMenuId={menu?.id ?? null}
          error={targetError(editor.error, 'nothing')}
          onChange={(nothing) => set('nothing', nothing)}
        />
      </Group>
    </EditorPanel>
  );
}

/** What callers hear, which can be listened to here. */
function Prompt(props: { value: string; error: string | undefined; onChange: (announcementId: string) => void }) {
  const { t } = useWords();
  const { played, play } = usePlayed();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <AnnouncementSelect
            label={t(($) => $.admin.menus.prompt)}
            none={t(($) => $.admin.menus.noPrompt)}
            {...props}
          />
        </div>
        <IconButton
          icon={Play}
          label={t(($) => $.admin.menus.listen)}
          disabled={props.value === ''}
          onClick={() => void play(props.value)}
        />
      </div>
      <p className="text-12 text-ink-3">{t(($) => $.admin.menus.promptText)}</p>
      <div>
        <Button aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          <Icon of={Mic} />
          {t(($) => $.admin.menus.newPrompt)}
        </Button>
      </div>
      {isAdding ? (
        <NewAnnouncement
          onAdded={(id) => {
            props.onChange(id);
            setAdding(false);
          }}
        />
      ) : null}
      {played === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: what it says is its own name
        <audio src={played} controls autoPlay className="w-full" />
      )}
    </div>
  );
}
