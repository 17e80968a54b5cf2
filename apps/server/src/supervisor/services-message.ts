/** What the services process tells its supervisor. */
export type ServicesMessage =
  | ServicesReady
  /** Now and then, as long as it is not stuck. */
  | { readonly type: 'alive' }
  /** Something worth a line in the terminal, such as a finished migration. */
  | { readonly type: 'step'; readonly text: string }
  /** It is well and serves nobody: it waits for a node to carry. */
  | { readonly type: 'waiting'; readonly text: string }
  /** It cannot start, and trying again won't help until the operator acts. */
  | { readonly type: 'refused'; readonly message: string };

export interface ServicesReady {
  readonly type: 'ready';
  /** Set while there is no administrator: the code that lets a browser on another machine set up the first one. */
  readonly setupCode: string | undefined;
}

/** Tells the supervisor; nobody listens when the services were started by hand, or when it is gone. */
export function tellSupervisor(message: ServicesMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
