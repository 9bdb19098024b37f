<?php

// Loads the library in a clone of the repository, without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('MedinaCare\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'MedinaCare\\') && is_file($file)) {
        require $file;
    }
});
