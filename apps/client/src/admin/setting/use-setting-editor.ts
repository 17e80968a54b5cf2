import { useEffect } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { codeOf } from '#live/line/api-error.ts';
import { type EditorOptions, useEditor } from '../use-editor.ts';

interface SettingEditorOptions<Setting, Values extends FieldValues, Body>
  extends Omit<EditorOptions<Values, Body>, 'values'> {
  setting: Setting;
  /** The form of a setting; the same function each time. */
  valuesOf: (setting: Setting) => Values;
  /** Another administrator has changed the setting: it has to be loaded again. */
  onOutdated: () => void;
}

/**
 * The form of a setting that other administrators may save at the same time. What they saved arrives in its fields, beside what
 * is typed here, which stays.
 */
export function useSettingEditor<Setting, Values extends FieldValues, Body>(
  options: SettingEditorOptions<Setting, Values, Body>,
) {
  const { setting, valuesOf, onOutdated, save } = options;
  const editor = useEditor<Values, Body>({
    ...options,
    values: valuesOf(setting),
    save: async (body) => {
      try {
        await save(body);
      } catch (error) {
        if (codeOf(error) === 'CONFLICT') onOutdated();
        throw error;
      }
    },
  });
  const { reset, getValues, getFieldState, setValue, formState } = editor.form;
  // Fields that were typed into are known as long as they are watched, which reading them does.
  void formState.dirtyFields;
  useEffect(
    () => follow({ reset, getValues, getFieldState, setValue }, valuesOf(setting)),
    [reset, getValues, getFieldState, setValue, setting, valuesOf],
  );
  return editor;
}

type FollowingForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'reset' | 'getValues' | 'getFieldState' | 'setValue'
>;

/** Shows these values in a form, where Cancel leads back to them; fields that were typed into keep what they have. */
export function follow<Values extends FieldValues>(
  { reset, getValues, getFieldState, setValue }: FollowingForm<Values>,
  values: Values,
): void {
  const names = Object.keys(values) as FieldPath<Values>[];
  const typed = names.filter((name) => getFieldState(name).isDirty).map((name) => [name, getValues(name)] as const);
  reset(values, { keepFieldsRef: true });
  for (const [name, value] of typed) setValue(name, value as PathValue<Values, typeof name>, { shouldDirty: true });
}
