import {
  type AdminOpeningHours,
  type NewOpeningHours,
  newOpeningHours,
} from '@sidetone/contract/entities/opening-hours.ts';
import { openingHoursRoutes } from '@sidetone/contract/http/admin/opening-hours-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { HolidaysEditor } from '../channels/HolidaysEditor.tsx';
import { HoursEditor } from '../channels/HoursEditor.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { type HoursValues, hoursValues } from './hours-form.ts';
import { PlaceEditor } from './PlaceEditor.tsx';
import { useHoursRefusal } from './use-hours-refusal.ts';

interface HoursPanelProps {
  /** Null makes new ones. */
  hours: AdminOpeningHours | null;
  onClose: () => void;
}

/** Opening hours that channels share: their week, the public holidays of a place, and other days. */
export function HoursPanel({ hours, onClose }: HoursPanelProps) {
  const { t } = useWords();
  // What the form was filled from: what another administrator changed since then is not written over.
  const [revision] = useState(hours?.revision);
  const refusal = useHoursRefusal();
  const editor = useEditor<HoursValues, NewOpeningHours>({
    values: hoursValues(hours),
    schema: newOpeningHours,
    async save(body) {
      if (hours) {
        const params = { hoursId: hours.id };
        await call(openingHoursRoutes.changeOpeningHours, { params, body: { ...body, revision } });
      } else await call(openingHoursRoutes.createOpeningHours, { body });
      onClose();
    },
    refusal: (_path, reason) => refusal(reason),
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue } = editor.form;
  const set = (name: 'hours' | 'holidays' | 'place' | 'leftOut', value: unknown) =>
    setValue(name, value as never, { shouldDirty: true, shouldValidate: editor.problem !== null });
  return (
    <EditorPanel
      title={hours?.name ?? t(($) => $.admin.hours.add)}
      subtitle={hours ? undefined : t(($) => $.admin.hours.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(hours ? {} : { submitLabel: t(($) => $.admin.hours.create) })}
    >
      <Field
        label={t(($) => $.admin.hours.name)}
        autoComplete="off"
        autoFocus={hours === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <Group title={t(($) => $.admin.channels.hours)} text={t(($) => $.admin.channels.hoursText)}>
        <HoursEditor
          hours={watch('hours')}
          error={(path) => editor.error(`hours.${path}`)}
          onChange={(week) => set('hours', week)}
        />
      </Group>
      <Group title={t(($) => $.admin.hours.place)} text={t(($) => $.admin.hours.placeText)}>
        <PlaceEditor
          place={watch('place')}
          leftOut={watch('leftOut')}
          error={editor.error('place') ?? editor.error('place.country')}
          onPlace={(place) => {
            set('place', place);
            set('leftOut', []);
          }}
          onLeftOut={(leftOut) => set('leftOut', leftOut)}
        />
      </Group>
      <Group title={t(($) => $.admin.hours.ownDays)} text={t(($) => $.admin.hours.ownDaysText)}>
        <HolidaysEditor
          holidays={watch('holidays')}
          destinations={null}
          error={(path) => editor.error(`holidays.${path}`)}
          onChange={(holidays) => set('holidays', holidays)}
        />
      </Group>
    </EditorPanel>
  );
}
