<?php
// A receiver of Candor's deliveries. README.md says what it does, and which settings it takes.

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

[$topic, $base_url, $secret] = [getenv('TOPIC'), getenv('BASE_URL'), getenv('SECRET')];
$file = getenv('COPY') ?: 'copy.json';

/** A secret of the form whsec_ + base64 of 24 to 64 bytes means those bytes. */
function webhook_key(string $secret): string
{
    $encoded = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : '';
    $key = base64_decode($encoded, true);
    $is_key = $key !== false && strlen($key) >= 24 && strlen($key) <= 64 && base64_encode($key) === $encoded;
    return $is_key ? $key : $secret;
}

function header_of(string $name): string
{
    return $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '';
}

function is_verified(string $secret, string $body): bool
{
    [$id, $timestamp] = [header_of('webhook-id'), header_of('webhook-timestamp')];
    $hub = 'sha256=' . hash_hmac('sha256', $body, $secret);
    $signed = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", webhook_key($secret), true));
    return abs(time() - (int) $timestamp) <= TOLERANCE_SECONDS
        && hash_equals($hub, header_of('x-hub-signature'))
        && hash_equals("v1,$signed", header_of('webhook-signature'));
}

/** The status, the headers and the JSON of an answer. */
function read_json(string $url): array
{
    $body = file_get_contents($url, false, stream_context_create(['http' => ['ignore_errors' => true]]));
    if ($body === false) {
        throw new RuntimeException("$url cannot be read");
    }
    $status = (int) explode(' ', $http_response_header[0])[1];
    $headers = [];
    foreach ($http_response_header as $line) {
        if (str_contains($line, ':')) {
            [$name, $value] = explode(':', $line, 2);
            $headers[strtolower($name)] = trim($value);
        }
    }
    return [$status, $headers, json_decode($body, true, 64, JSON_THROW_ON_ERROR)];
}

function save(string $file, array $copy): void
{
    file_put_contents("$file.new", json_encode($copy, JSON_THROW_ON_ERROR));
    rename("$file.new", $file);
}

function begin(string $base_url): array
{
    [$status, $headers, $document] = read_json("$base_url/reviews.json");
    if ($status !== 200) {
        throw new RuntimeException("status $status");
    }
    return [
        'history' => $headers['candor-history'],
        'sequence' => $headers['candor-sequence'],
        'seen' => '',
        'reviews' => array_column($document['reviews'], null, 'id'),
    ];
}

/** Applies every change after the copy's place. A place that is gone begins the copy anew. */
function catch_up(string $base_url, ?array $copy): array
{
    $copy ??= begin($base_url);
    $url = "$base_url/api/changes.json?after={$copy['sequence']}&history={$copy['history']}";
    while (true) {
        [$status, , $page] = read_json($url);
        if ($status === 410) {
            return begin($base_url);
        }
        if ($status !== 200) {
            throw new RuntimeException("status $status");
        }
        if ($page['changes'] === []) {
            return $copy;
        }
        foreach ($page['changes'] as $change) {
            if ($change['review'] !== null) {
                $copy['reviews'][$change['id']] = $change['review'];
            } elseif ($change['kind'] === 'deleted') {
                unset($copy['reviews'][$change['id']]);
            }
            $copy['sequence'] = $change['sequence'];
        }
        $url = $page['next_url'];
    }
}

if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    // PHP writes hub.mode as hub_mode.
    $wanted = ($_GET['hub_topic'] ?? '') === $topic && ($_GET['hub_mode'] ?? '') === 'subscribe';
    http_response_code($wanted ? 200 : 404);
    header('Content-Type: text/plain');
    echo $wanted ? $_GET['hub_challenge'] : '';
    return;
}

$body = file_get_contents('php://input');
http_response_code(204);
// A wrong signature gets a 2xx too, so that a forger learns nothing.
if (!is_verified($secret, $body)) {
    error_log('refused');
    return;
}
$copy = is_file($file) ? json_decode(file_get_contents($file), true, 64, JSON_THROW_ON_ERROR) : null;
$id = header_of('webhook-id');
if ($copy !== null && $copy['seen'] === $id) {
    return;
}
try {
    $copy = catch_up($base_url, $copy);
    $copy['seen'] = $id;
    save($file, $copy);
    error_log("kept $id");
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(503); // the hub tries again
}
