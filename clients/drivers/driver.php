<?php
/** Makes the calls that the tests write on its standard input, and tells how each ended. */
require $argv[1] . '/Pasarela.php';

function ask(string $url, string $login, string $token, string $lookup, string $who, string $timeout, string $wait, string $key): array
{
    $client = new Pasarela($url, $login, $token, (float) $timeout, 0.01);
    $options = ['wait' => $wait === 'wait'] + ($key === '' ? [] : ['idempotencyKey' => $key]);
    try {
        switch ($lookup) {
            case 'renap': $end = $client->searchRenapByCui($who, $options); break;
            case 'rtu': $end = $client->searchRtuByNits([$who], $options); break;
            case 'cui-nit': $end = $client->lookupCuiNit(['nit' => $who], $options); break;
            case 'rtu-v2': $end = $client->lookupRtuV2(['nit' => $who], $options); break;
            case 'omisos': $end = $client->lookupOmisos(['nit' => $who], $options); break;
            default: throw new InvalidArgumentException("The driver does not know the lookup $lookup.");
        }
    } catch (PasarelaError $end) {
        $told = strpos(json_encode(get_object_vars($end)) . $end->getMessage(), $token) !== false;
        return [$end->kind, $end->status ?? 0, $end->charged, $end->contact, $end->attempts, (int) $told];
    }
    return ['result', $end->status, $end->charged ?? '', (int) $end->repeated, $end->attempts, hash('sha256', $end->body)];
}

while (($line = fgets(STDIN)) !== false) {
    $values = explode("\t", rtrim($line, "\n"));
    switch (array_shift($values)) {
        case 'ask': $ended = ask(...$values); break;
        case 'nit': $ended = Pasarela::normalizeNit(...$values); break;
        default: $ended = Pasarela::normalizeCui(...$values);
    }
    echo implode("\t", $ended), "\n";
}
