import { type ComponentType, type FunctionComponent, type ReactNode, use } from 'react';
import { patientLoad } from './patient-load.ts';

/** A component whose code comes when it is first drawn, or when `preload` is called, which never rejects. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/**
 * A part of the app that is loaded when it is first drawn. It suspends meanwhile. Where loading fails at every attempt
 * it throws `PartNotLoaded` for the nearest boundary, and is asked for again when it is drawn later.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const loading = patientLoad(load);
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins, as React's own `lazy` is
  function Part(props: Props) {
    const Loaded = loading.loaded ?? use(loading.start());
    return <Loaded {...props} />;
  }
  const preload = async () => {
    // A failure is reported where the part is drawn.
    await loading.start().catch(() => undefined);
  };
  return Object.assign(Part, { preload });
}

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : object;

/** The same for a module with several parts: the one called `name` is drawn. */
export function lazyPage<Name extends string, Pages extends Record<Name, (props: never) => ReactNode>>(
  load: () => Promise<Pages>,
  name: Name,
): LazyPart<PropsOf<Pages[Name]>> {
  return lazyPart(async () => {
    const pages = await load();
    const page: unknown = pages[name];
    return page as ComponentType<PropsOf<Pages[Name]>>;
  });
}
