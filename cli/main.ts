import { runCommand } from './program';

/**
 * The `pasarela` command: provisioning and support without the console, through the same verbs, and
 * the conformance run, which checks a deployment from outside.
 */
await runCommand(process.argv.slice(2));
