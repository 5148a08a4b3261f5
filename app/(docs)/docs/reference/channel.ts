/**
 * Messages between the reference page and the frame of its component. The sandboxed frame has no
 * origin and no network, so the page sends its requests.
 */

export interface FrameRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Has no `answer` when the request failed or is not one that the page sends. */
export interface PageAnswer {
  readonly id: number;
  readonly answer?: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}
