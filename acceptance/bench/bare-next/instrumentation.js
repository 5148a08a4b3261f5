/** Without one of its own the app would take the project's around it. */
export function register() {}
